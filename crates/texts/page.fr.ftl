# Ce que dit la page en français. page.en.ftl dit la même chose en anglais. Les textes sont simples : rien
# que des { $noms } à remplir ; là où le nombre compte, il y a deux textes, -one et -other.
# Ce que les jeux nomment eux-mêmes vient du serveur.

## Partout

home = Accueil
brand-home = Damier, accueil
navigation = Navigation
more = Plus
close = Fermer
cancel = Annuler
confirm = Confirmer
send = Jouer
try-again = Réessayer
play = Jouer
rules = Règles
settings = Paramètres
watch-thinking = Voir réfléchir
quit = Quitter
sound = Sons
keyboard-help = Aide du clavier
other-language = Switch to English
not-found = Page introuvable
not-found-more = Il n'y a rien à cette adresse.
unreachable = Damier ne répond pas
unreachable-more = Le programme est peut-être arrêté. Relancez-le, puis réessayez.
copy-by-hand = Copiez ce texte :

## L'accueil

welcome = À quoi jouons-nous ?
welcome-more = Choisissez un jeu, ou lancez tout de suite une partie.
quick-play = Jouer
# Entre « Jouer » et le niveau, pour qui écoute la page.
quick-play-what = à { $game } contre l'ordinateur, niveau
resume-title = Parties en cours
pairing-two = À deux sur cet écran
pairing-computer = Contre l'ordinateur, { $level }
pairing-watch = { $first } contre { $second }
moves-one = { $count } coup
moves-other = { $count } coups
just-now = à l'instant
minutes-ago-one = il y a { $count } minute
minutes-ago-other = il y a { $count } minutes
hours-ago-one = il y a { $count } heure
hours-ago-other = il y a { $count } heures
days-ago-one = il y a { $count } jour
days-ago-other = il y a { $count } jours
open-record = Ouvrir une partie
about-link = À propos de Damier { $version }
quit-question = Le programme va s'arrêter. Vos parties sont enregistrées.
goodbye = À bientôt !
goodbye-more = Damier est arrêté. Vous pouvez fermer cet onglet.

## Avant une partie

read-rules = Lire les règles
opponent = Adversaire
mode-computer = L'ordinateur
mode-two = À deux sur cet écran
mode-watch = Ordinateur contre ordinateur
level = Niveau
level-first = Niveau du joueur 1
level-second = Niveau du joueur 2
classics = Algorithmes classiques
classics-more = Pour celles et ceux qui les étudient : chacun joue exactement comme dans les livres.
classics-choose = Choisir un algorithme…
starts = Qui commence ?
starts-me = Moi
starts-other = L'ordinateur
starts-random = Au hasard
clock = Pendule
clock-none = Sans
clock-game = { $time } min
clock-move = { $time } par coup
clock-custom = Autre…
clock-minutes = Minutes
clock-increment = Secondes ajoutées par coup
rule-set = Règle du jeu
swap-rule = Échange des places
swap-rule-more = Après le premier coup, l'autre joueur peut prendre la place du premier.
board = Plateau
board-random = Au hasard
board-tiles = Quadrants
seed = Numéro du plateau
seed-new = Un autre
places = Les quatre places du plateau
places-how = Choisissez une place, puis un quadrant ; ou faites glisser un quadrant. R tourne, F retourne.
places-empty = Il manque encore un quadrant.
place-1 = En haut à gauche
place-2 = En haut à droite
place-3 = En bas à gauche
place-4 = En bas à droite
tile-name = quadrant { $name }
tile-turn = Tourner
tile-flip = Retourner
tile-remove = Enlever

## Le plateau

cell-empty = vide
cell-forbidden = interdite
cell-winning = gagnante
cell-selected = choisie
cell-target = coup possible
cell-playable = jouable
# Les coups qui sont des boutons, par leur notation.
choice--- = Passer
choice-swap = Échanger les places
# Les mêmes dans la liste des coups.
entry--- = passe
entry-swap = échange

## Une partie

player-you = Vous
player-number = Joueur { $number }
player-computer = Ordinateur · { $level }
turn = Tour du joueur : { $seat }
your-turn = À vous de jouer
thinking = L'ordinateur réfléchit…
thinking-depth = L'ordinateur réfléchit… profondeur { $depth }, { $seconds } s
move-now = Jouer maintenant
sending = Envoi du coup…
connection-lost = Connexion perdue
connection-back = Connexion rétablie
reconnecting = nouvelle tentative…
not-your-turn = Ce n'est pas votre tour.
confirm-move = Jouer { $move } ?
actions = Actions
undo = Reprendre
redo = Rétablir
hint = Conseil
hint-move = Conseil : { $move }
flip-board = Tourner
offer-draw = Proposer la nulle
draw-asked = Nulle proposée.
draw-offered = { $player } propose la nulle.
draw-declined = La nulle est refusée.
accept = Accepter
decline = Refuser
resign = Abandonner
resign-question = Voulez-vous vraiment abandonner la partie ?
new-game = Nouvelle partie
rematch = Rejouer
leave = Quitter
full-screen = Plein écran
share = Partager le lien
link-copied = Lien copié.
copy-position = Copier la position
position-copied = Position copiée.
download-record = Télécharger la partie
move-list = Coups
no-moves = Aucun coup pour l'instant
move-number = Coup { $number } : { $move }
browse = Parcourir la partie
go-start = Au début
go-back = Coup précédent
go-on = Coup suivant
go-end = À la position actuelle
looking-start = Position de départ
looking = Position après le coup { $number }
back-to-game = Revenir à la partie
type-move = Taper un coup
clock-of = Pendule : { $seat }
announce-move = { $seat } joue { $move }
announce-undone = Coup repris

## La fin

result = Résultat
victory = VICTOIRE !
defeat = DÉFAITE
draw = Match nul
draw-because = Match nul : { $reason }
aborted = PARTIE INTERROMPUE
wins = Victoire du joueur { $seat } !
wins-because = Victoire du joueur { $number } : { $reason }
reason-margin = { $reason } (écart : { $margin })
well-played = Bien joué !
pity = Dommage…
score-against = Contre { $level } :
score-two = À deux :
score-first-one = joueur 1 : { $count } victoire
score-first-other = joueur 1 : { $count } victoires
score-second-one = joueur 2 : { $count } victoire
score-second-other = joueur 2 : { $count } victoires
wins-one = { $count } victoire
wins-other = { $count } victoires
draws-one = { $count } nulle
draws-other = { $count } nulles
losses-one = { $count } défaite
losses-other = { $count } défaites
minutes-played-one = { $count } minute de jeu
minutes-played-other = { $count } minutes de jeu

## Les paramètres

settings-look = Apparence
settings-sound = Sons
settings-play = Jeu
settings-kept = Vos choix sont enregistrés tout de suite.
language = Langue
theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
palette = Couleurs pour daltoniens
palette-more = Des couleurs que tout le monde distingue
coordinates = Coordonnées autour du plateau
volume = Volume
sound-test = Écouter
motion = Animations
motion-off = Aucune
motion-quick = Rapides
motion-classic = Classiques
confirm-moves = Confirmer chaque coup
confirm-moves-more = Un coup ne part qu'après un second toucher
delay = L'ordinateur répond au plus tôt après
seconds = { $seconds } s

## L'aide du clavier

key-name-enter = Entrée
key-name-escape = Échap
key-name-space = Espace
key-tab = passer d'un endroit à l'autre
key-arrows = se déplacer sur le plateau
key-enter = choisir, jouer
key-escape = annuler le choix
key-digits = jouer dans une colonne
key-undo = reprendre un coup
key-redo = rejouer un coup repris
key-hint = demander un conseil
key-flip = tourner le plateau
key-now = faire jouer l'ordinateur maintenant
key-earlier = coup précédent
key-later = coup suivant
key-sound = sons
key-help = cette aide
key-again = à la fin : rejouer (ou Entrée)
key-leave = à la fin : quitter (ou Échap)

## À propos

about = À propos de Damier
about-what = Damier réunit cinq jeux de plateau pour deux, avec un ordinateur qui joue de très facile à très fort. Tout se passe sur votre machine, sans compte et sans Internet.
about-names = Les noms des jeux appartiennent à leurs propriétaires. Damier est un programme indépendant : ni ces propriétaires, ni les auteurs et éditeurs des jeux n'y sont liés.
about-private = La page ne contacte rien d'autre que votre programme Damier.
about-licence = Damier est un logiciel libre, sous licence MIT ou Apache 2.0, au choix.
version = Version { $version }

## Voir réfléchir

think-intro = Un joueur minimax regarde quelques coups en avant, juge les positions qu'il y trouve, puis remonte jusqu'au meilleur coup. Suivez-le pas à pas.
think-choose = Choisissez un jeu, ou un de ses exemples.
think-games = Jeux
think-examples = Exemples
think-from-start = Depuis le début
think-compare = Puis regarder plus loin : profondeur { $depth }
think-compared = Revenir à la profondeur { $depth }
think-settings = La recherche
think-depth = Profondeur
think-ahead-one = { $count } coup
think-ahead-other = { $count } coups
think-alpha-beta = Alpha-bêta
think-order = Ordre des coups
think-order-listed = Tel quel
think-order-best = Meilleur d'abord
think-order-worst = Pire d'abord
think-controls = Pas
think-restart = Au début
think-back = Un pas en arrière
think-step = Avancer
think-run = Dérouler
think-pause = Pause
think-next-cut = Coupure suivante
think-end = À la fin
think-speed = Vitesse
think-slow = Lente
think-normal = Normale
think-fast = Rapide
think-progress = Pas { $at } sur { $all }
think-loading = Recherche…
think-tree = L'arbre de la recherche
think-zoom-in = Plus grand
think-zoom-out = Plus petit
think-legend = Signes
think-legend-max = À Max de jouer
think-legend-min = À Min de jouer
think-legend-leaf = jugée
think-legend-best = meilleure suite
think-legend-cut = laissé de côté
# Comment un nœud se dit : un coup, à qui de jouer, une valeur, et plus.
think-node-root = La position étudiée
think-node-move = Coup { $move }
think-node-max = à Max de jouer
think-node-min = à Min de jouer
think-node-leaf = jugée
think-node-value = valeur { $value }
think-node-open = pas terminée
think-node-best = meilleure jusqu'ici
think-node-cut-one = { $count } coup laissé de côté
think-node-cut-other = { $count } coups laissés de côté
think-hidden-one = { $count } autre coup
think-hidden-other = { $count } autres coups
think-at-most = au plus { $value }
think-at-least = au moins { $value }
# Ce qui se passe, en mots.
think-what-happens = Ce qui se passe
think-begin = Cliquez sur « Avancer » : l'arbre pousse à mesure que la recherche avance.
think-enter-root-one = La recherche part de la position sur le plateau. C'est à Max de jouer. Il n'a qu'un coup.
think-enter-root-other = La recherche part de la position sur le plateau. C'est à Max de jouer. Ses { $count } coups sont essayés l'un après l'autre.
think-enter-max-one = Après { $path }, c'est à Max de jouer. Il n'a qu'un coup.
think-enter-max-other = Après { $path }, c'est à Max de jouer. De ses { $count } coups, il veut celui de plus grande valeur.
think-enter-min-one = Après { $path }, c'est à Min de jouer. Il n'a qu'un coup.
think-enter-min-other = Après { $path }, c'est à Min de jouer. De ses { $count } coups, il veut celui de plus petite valeur.
think-judge = Après { $path }, la profondeur est atteinte : la position est jugée, et vaut { $value } pour Max.
think-judge-root = La partie est finie, et vaut { $value } pour Max.
think-judge-end = Après { $path }, la partie est finie : { $reason }. Cela vaut { $value } pour Max.
think-search-one = Après { $path }, la recherche continue de la même façon : { $count } position qui n'est pas dessinée. Le résultat est { $value }.
think-search-other = Après { $path }, la recherche continue de la même façon : { $count } positions qui ne sont pas dessinées. Le résultat est { $value }.
think-better-first-max = { $value } est la première valeur trouvée ici : Max retient { $move } pour l'instant.
think-better-first-min = { $value } est la première valeur trouvée ici : Min retient { $move } pour l'instant.
think-better-max = { $value } est plus que { $before } : Max préfère maintenant { $move }.
think-better-min = { $value } est moins que { $before } : Min préfère maintenant { $move }.
think-worse-max = { $value } n'est pas plus que { $before } : Max en reste à { $move }.
think-worse-min = { $value } n'est pas moins que { $before } : Min en reste à { $move }.
think-alpha-rises = Alpha monte à { $value } : arrivé ici, Max est sûr d'avoir au moins cela.
think-beta-falls = Bêta descend à { $value } : arrivé ici, Min peut limiter Max à cela.
think-cut-max = Coupure ! Min peut déjà limiter Max à { $sure } par { $place }. Ici Max aurait { $value } ou plus par { $move } : Min n'a rien à gagner à venir ici.
think-cut-min = Coupure ! Max est déjà sûr de { $sure } par { $place }. Ici Min peut limiter Max à { $value } par { $move } : Max n'a rien à gagner à venir ici.
think-cut-rest-one = Quelle que soit la valeur de l'autre coup, cela ne change pas : il est laissé de côté.
think-cut-rest-other = Quelle que soit la valeur des { $count } autres coups, cela ne change pas : ils sont laissés de côté.
think-leave-max = Tous les coups après { $path } sont connus. Max prend la plus grande valeur : { $value }, par { $move }.
think-leave-min = Tous les coups après { $path } sont connus. Min prend la plus petite valeur : { $value }, par { $move }.
think-leave-at-most = La position après { $path } vaut { $value } ou moins pour Max. Inutile d'en savoir plus : Max a aussi bien ailleurs.
think-leave-at-least = La position après { $path } vaut { $value } ou plus pour Max. Inutile d'en savoir plus : Min a aussi bien ailleurs.
think-leave-root = La recherche est finie. Max joue { $move }. Ce coup vaut { $value }, aussi loin que la recherche peut voir.
think-leave-line = Les deux continueraient ainsi : { $line }.
think-alpha = α { $value }
think-alpha-more = Ici, Max est sûr d'avoir cela
think-alpha-none = Max n'est encore sûr de rien
think-beta = β { $value }
think-beta-more = Ici, Min ne cède pas plus
think-beta-none = Min n'est encore sûr de rien
think-terms = Comment la position est jugée
think-terms-none = Là où la recherche s'arrête, vous voyez ici comment la position est jugée.
think-terms-what = Ce qui est compté
think-terms-count = Nombre
think-terms-weight = Points chacun
think-terms-points = Points
think-terms-sum = Valeur pour Max
think-counts = Positions visitées
think-without = Sans coupure
think-with = Avec alpha-bêta
think-more-than = plus de { $count }
think-saved = Alpha-bêta épargne { $share } %.
think-so-far = Jusqu'ici : { $count }
think-levels = L'arbre entier est trop grand pour être regardé. Il est dessiné jusqu'au niveau { $levels } ; toutes les valeurs viennent de la profondeur { $depth }.
think-stopped = C'est trop : la recherche a été arrêtée après { $count } positions. Choisissez une profondeur plus petite, ou activez alpha-bêta.
think-stopped-pruned = C'est trop : la recherche a été arrêtée après { $count } positions. Choisissez une profondeur plus petite.
think-players = Max est { $max }, Min est { $min }.
think-board-root = La position étudiée
think-board-after = Après { $path }
think-from-here = Réfléchir à partir d'ici
think-take-back = Reprendre un coup
think-board-more = Jouez un coup sur le plateau pour étudier ce qui vient après.
think-what = Qu'est-ce que minimax ?
think-what-1 = Le joueur qui a le trait s'appelle Max, son adversaire Min. Toutes les valeurs sont celles de Max : grandes, elles sont bonnes pour Max ; petites, pour Min.
think-what-2 = La recherche essaie chaque coup, chaque réponse, et ainsi de suite, aussi loin que vous le choisissez. Là elle s'arrête et juge les positions en comptant quelques éléments. Ce sont les feuilles de l'arbre.
think-what-3 = Puis les valeurs remontent. Quand c'est à Max de jouer, la plus grande compte ; quand c'est à Min, la plus petite : chacun joue de son mieux. La valeur qui arrive en haut est ce que Max peut obtenir.
think-what-4 = Alpha-bêta trouve la même valeur avec moins de travail. Alpha est ce dont Max est déjà sûr ailleurs, bêta ce dont Min est sûr. Quand alpha a rejoint bêta, l'un des deux ne laissera jamais la partie arriver à cette position : ses autres coups n'ont pas besoin d'être regardés.
think-what-5 = Plus les bons coups sont essayés tôt, plus on peut en laisser de côté : comparez les ordres. Et rien n'est vu au-delà de la profondeur : c'est l'horizon.
think-keys = Touches
think-key-step = avancer d'un pas
think-key-back = reculer d'un pas
think-key-run = dérouler, pause
think-key-cut = à la coupure suivante
think-key-arrows = dans l'arbre : se déplacer
think-key-enter = dans l'arbre : montrer ou cacher les coups
