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
version = Version { $version }

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
