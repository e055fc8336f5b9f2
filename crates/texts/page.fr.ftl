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
analyse = Analyser
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
# Pour qui l'écoute, avec ce qui se trouve où.
diagram = Plateau. { $pieces }
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
fairness = Équité du plateau
fairness-ask = Est-il équitable ?
fairness-stop = Assez
fairness-begun = Le moteur joue contre lui-même…
fairness-draw = Un plateau équitable
fairness-figures = { $seat } obtient { $score } ± { $error } % en { $games ->
    [one] une partie
   *[other] { $games } parties
} de { $plies } coups en moyenne, la moitié sur le plateau tourné d'un demi-tour.
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

## Quadrants

quadrants = Quadrants
quadrants-more = Dessinez vos propres carrés de couleur, et jouez dessus.
quadrants-for = Pour { $games }
quadrants-own = Les vôtres
quadrants-none = Vous n'en avez pas encore dessiné : seize cases, quelques couleurs, et votre plateau est prêt.
quadrants-all = Tous les quadrants
quadrant-new = Nouveau quadrant
quadrant-draw = En dessiner un
quadrant-named = Quadrant { $name }
quadrant-edit = Modifier le quadrant { $name }
quadrant-play = Jouer sur le quadrant { $name }
quadrant-copy = Dupliquer le quadrant { $name }
quadrant-export = Exporter le quadrant { $name }
quadrant-remove = Supprimer le quadrant { $name }
quadrant-remove-question = Les parties jouées dessus restent comme elles sont.
quadrant-removed = Quadrant { $name } supprimé.
quadrant-restored = Le quadrant { $name } est de retour.
remove = Supprimer
back-to-setup = Retour à { $game }
tile-nameless = sans nom

## Dessiner un quadrant

draw-canvas = Dessin
draw-tools = Outils
draw-how = Choisissez une couleur, puis peignez les cases : cliquez, glissez, ou utilisez les flèches et les touches 1, 2, 3…
draw-colours = Couleurs
draw-square = Rangée { $row }, colonne { $column } : { $colour }
draw-no-colour = sans couleur
draw-left-one = { $count } case encore à peindre
draw-left-other = { $count } cases encore à peindre
draw-undo = Annuler
draw-redo = Rétablir
draw-turn = Tourner
draw-flip = Miroir
draw-random = Surprise
draw-clear = Effacer
draw-name = Nom
draw-suggested = Quadrant { $number }
draw-save = Enregistrer
draw-saved = Quadrant { $name } enregistré.
draw-play = Jouer dessus
draw-play-what = À quel jeu ?
draw-restored = Votre dessin non enregistré est de retour.
draw-afresh = Recommencer
draw-collided = Modifié ailleurs
draw-replace = Le remplacer
draw-other-name = Donnez un autre nom à votre dessin pour garder les deux.

## Quadrants depuis et vers des fichiers

import = Importer
import-how = Des lignes comme « nom: YBGR/RGYY/GRBB/BYRG », du JSON, ou le quadrants.json du jeu d'origine. Aucun des vôtres n'est remplacé.
import-file = Choisir un fichier…
import-text = Ou collez un texte
import-example = nom: YBGR/RGYY/GRBB/BYRG
import-kept = Ce texte était endommagé la dernière fois. Réparez-le ici, ou jetez-le.
import-forget = Jeter
import-download = Télécharger le texte
import-long = Ce texte est trop long.
import-added-one = { $count } quadrant importé :
import-added-other = { $count } quadrants importés :
import-same-one = { $count } était déjà là.
import-same-other = { $count } étaient déjà là.
import-full-one = { $count } n'a pas trouvé de place.
import-full-other = { $count } n'ont pas trouvé de place.
import-none = Rien n'a été importé.
import-problems-one = { $count } problème ; le texte reste ici pour que vous puissiez le réparer :
import-problems-other = { $count } problèmes ; le texte reste ici pour que vous puissiez le réparer :
import-place = Ligne { $line }, colonne { $column } :
export = Exporter
export-form = Forme
export-lines = Texte
export-original = quadrants.json d'origine
export-text = Les quadrants en texte
export-copied = Copié.
copy = Copier
download = Télécharger

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
settings-sound = Sons et musique
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
music = Musique de fond
music-more = Discrète, et jamais la même
music-volume = Volume de la musique
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
about-inside = Ce qu'il y a dedans
about-inside-more = Damier repose sur le travail de beaucoup de gens. Ces { $count } bibliothèques font partie du programme, chacune sous sa licence :
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

## L'analyse : envoyée seulement aux écrans qui analysent

analysis-title = Analyse
analysis-bar = Qui mène
analysis-exact = exact
analysis-estimated = estimé
analysis-unknown = pas encore connu
analysis-share = { $seat } : { $percent } % des points à espérer
# Sur une case : gain ou perte en tant de coups.
analysis-short-win = G{ $moves }
analysis-short-loss = P{ $moves }
# Ce que vaut un coup pour qui le joue.
analysis-wins-one = gagne tout de suite
analysis-wins-other = gagne en { $count } coups
analysis-loses-now = perd tout de suite
analysis-loses-one = perd au coup suivant
analysis-loses-other = perd en { $count } coups
analysis-draws = mène à la nulle
analysis-ahead-one = gagne de { $count }
analysis-ahead-other = gagne de { $count }
analysis-behind-one = perd de { $count }
analysis-behind-other = perd de { $count }
analysis-chance = { $percent } % des points à espérer
# L'état d'une position.
analysis-side-wins-one = { $seat } gagne au prochain coup
analysis-side-wins-other = { $seat } gagne en { $count } coups
analysis-side-won = { $seat } gagne
analysis-side-draw = Nulle au mieux des deux côtés
analysis-side-ahead-one = { $seat } gagne de { $count }
analysis-side-ahead-other = { $seat } gagne de { $count }
analysis-even = À peu près égal
analysis-better = { $seat } mène un peu
analysis-much-better = { $seat } mène
analysis-winning = { $seat } mène largement
analysis-hidden = À vous : que joueriez-vous ?
# Le moteur.
analysis-engine = Moteur
analysis-engine-off = Le moteur est arrêté.
analysis-thinking = Le moteur réfléchit…
analysis-effort = profondeur { $depth } · { $seconds } s · { $nodes } positions
analysis-effort-done = profondeur { $depth } · { $seconds } s · { $nodes } positions · terminé
analysis-lines = Meilleures suites
analysis-line = { $value }, { $kind }. Montrer sur le plateau
analysis-play-move = Jouer { $move }
analysis-options = Affichage
analysis-line-count = Suites
analysis-values = Une valeur sur chaque case
analysis-values-more = Sans elles, le moteur voit plus loin
analysis-hide = Cacher les verdicts jusqu'à ma réponse
analysis-hide-more = Trouver d'abord soi-même les meilleurs coups
# Coups, commentaires, signes.
analysis-go-end = À la fin de la suite
analysis-comment = Commentaire sur { $move }
analysis-comment-start = Commentaire sur le début
analysis-comment-empty = Écrivez ce que vous en pensez…
analysis-marks = Signe
analysis-mark-good = Bon coup
analysis-mark-brilliant = Coup brillant
analysis-mark-interesting = Coup intéressant
analysis-mark-doubtful = Coup douteux
analysis-mark-bad = Mauvais coup
analysis-mark-terrible = Coup désastreux
analysis-promote = Suite principale
analysis-promoted = Cette variante est maintenant la suite principale.
analysis-remove = Supprimer à partir d'ici
analysis-removed = Supprimé. « Annuler » le fait revenir.
analysis-saving = Enregistrement…
analysis-saved = Enregistré
analysis-not-kept = Pas enregistré : Damier ne répond pas.
analysis-stale = Cette analyse a été changée dans un autre onglet. Rien n'est perdu : gardez la vôtre en copie, ou chargez l'autre.
analysis-keep-copy = Garder la mienne en copie
analysis-load-other = Charger l'autre
# La partie relue.
analysis-review = La partie, coup par coup
analysis-review-start = Relire la partie
analysis-review-again = La relire encore
analysis-reviewing = Le moteur relit la partie, depuis la fin…
analysis-review-over = La partie est relue.
analysis-progress = Avancement
analysis-graph = Courbe de la partie
analysis-accuracy = précision { $percent } %
analysis-mistakes = Erreurs
analysis-no-mistakes = Aucune erreur trouvée. Bien joué !
analysis-inaccuracy = imprécision
analysis-mistake = erreur
analysis-blunder = gaffe
analysis-mistake-move = { $number }. { $move }
analysis-better-move = Mieux : { $move }
analysis-see-better = Le montrer sur le plateau
analysis-gave-away = Laisse échapper { $percent } % des points à espérer.
analysis-retry = Réessayer
analysis-to-find-one = { $count } erreur à trouver.
analysis-to-find-other = { $count } erreurs à trouver.
analysis-quiz = Les chercher
# Un meilleur coup est demandé.
analysis-find = Trouvez un meilleur coup
analysis-find-more = { $seat } a joué { $move } ici. Jouez mieux sur le plateau.
analysis-judging = { $move } : le moteur regarde…
analysis-wrong = { $move } n'est pas la réponse : { $value }.
analysis-same-move = c'était l'erreur
analysis-right = Bien trouvé !
analysis-right-more = { $move } : { $value }.
analysis-right-best = { $move }, c'est aussi le coup du moteur.
analysis-answer = Joué : { $played }. Mieux : { $better }.
analysis-try-again = Un autre coup
analysis-solve = Voir la réponse
analysis-next = Erreur suivante
analysis-stop = Arrêter
analysis-finish = Terminer
analysis-play-on = Jouer d'ici
analysis-play-on-more = Une nouvelle partie commence dans cette position, contre l'ordinateur.
analysis-play-as = Je joue
analysis-to-match = Revenir à la partie
analysis-other = Analyser autre chose
# Là où l'analyse commence.
analysis-paste = Collez une partie ou une position
analysis-paste-more = Des coups (4453, f5d6c3), une position, 64 cases d'affilée, une partie enregistrée, ou un lien vers une page de Damier.
analysis-read = Analyser
analysis-which = Cela peut être plusieurs jeux. Lequel est-ce ?
analysis-which-game = Il y a plusieurs parties dans le fichier. Laquelle ?
analysis-from-start = Depuis le début
analysis-your-games = Vos parties terminées
analysis-your-analyses = Vos analyses
analysis-variations-one = { $count } coup en variantes
analysis-variations-other = { $count } coups en variantes
analysis-forget = Supprimer l'analyse
analysis-forget-question = Cette analyse disparaîtra pour de bon.
analysis-key-step = coup précédent, coup suivant
analysis-key-beside = une autre variante
analysis-key-ends = début, fin de la suite
analysis-key-undo = annuler, rétablir un changement
analysis-key-engine = moteur en marche ou arrêté
analysis-key-comment = écrire un commentaire
analysis-key-promote = en faire la suite principale
analysis-key-remove = supprimer à partir d'ici
