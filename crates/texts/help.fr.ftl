# Aide des commandes, par les identifiants de help.en.ftl.

help-add-games-file = Ajouter les parties à ce fichier, et ne pas rejouer celles qui y sont
help-add-quadrants-your = Ajouter des quadrants à soi
help-address-web-at = L'adresse du web où les autres trouvent le serveur
help-begin-at-position = Commencer à cette position, dans la notation du jeu, et non au début
help-begin-three-games = Commencer trois parties sur quatre comme celles de ce dossier de fichiers WTHOR
help-begin-with-first =
    Commencer par la première partie de ce fichier, tel que damier play et damier duel l'enregistrent, ou d'un
    genre que `damier games list` lit
help-believe-proxy-front = Croire un proxy placé devant le serveur quand il dit d'où viennent les requêtes
help-black-player-who =
    Noir est le joueur qui commence. Les coups s'écrivent comme partout dans damier, en majuscules ou non ; une
    passe peut se dire pass. time_settings et time_left règlent une pendule, qui l'emporte sur --time.
help-board-all-games = Le plateau de toutes les parties, comme pour les autres commandes ; sinon un par paire
help-board-as-for = Le plateau, comme pour --board des autres commandes
help-check-quadrants-somebody = Vérifier des quadrants que quelqu'un a dessinés
help-commands-are-read =
    Les commandes sont lues à l'entrée et les réponses écrites à la sortie, jusqu'à la fin de l'entrée ou à une
    commande qui le demande.
help-count-by-first = Compter par premier coup, un par ligne, avant le total
help-count-move-sequences = Compter les suites de coups d'une longueur donnée
help-do-not-look = Ne pas consulter le livre d'ouvertures
help-draw-all-random = Tirer de ce nombre tout ce qui est au hasard : le plateau, qui commence, les choix des ordinateurs
help-draw-board-box = Tirer au hasard un plateau de la boîte
help-either = L'un ou l'autre
help-end-after-so = S'arrêter après cette durée, avec les bornes connues alors
help-end-after-so-long = S'arrêter après cette durée, avec les parties finies alors
help-end-after-so-long-with = S'arrêter après cette durée, avec ce qui est fait alors
help-end-program-if = Arrêter le programme si ses données ne peuvent pas être rouvertes pendant tant de secondes
help-engine-plays-itself =
    Le moteur joue contre lui-même, la moitié des parties sur le plateau et la moitié sur son demi-tour ; le
    verdict porte sur le plateau comme il est posé, avec le premier joueur en haut. Là où un solveur peut dire qui
    gagne, comme à Isolation avec les règles mutual, c'est la réponse et rien n'est joué. La même commande donne
    la même réponse, quel que soit le nombre de fils d'exécution.
help-every-fiftieth-game =
    Une partie sur cinquante est mise de côté, pour l'essai. Les mêmes parties, la même graine et les mêmes
    réglages donnent les mêmes poids, qui sont enregistrés après chaque passage.
help-every-position-with =
    Chaque position avec tant de jetons est résolue, une seule fois pour les symétriques, et chaque score est
    ajouté au fichier en une ligne : les coups et le score. La même commande reprend là où la dernière s'est
    arrêtée. Quand tous y sont, --pack écrit le livre avec lequel le programme est construit ; les scores des
    positions avec moins de jetons en découlent.
help-every-tenth-game =
    Une partie sur dix est mise de côté, pour l'essai. La perte est la surprise moyenne des résultats, en nats :
    0,693 pour qui ne sait rien.
help-file-games = Le fichier des parties
help-file-games-which = Le fichier des parties, auquel les nouvelles sont ajoutées
help-file-output-otherwise = Le fichier ; sinon la sortie
help-file-scores-which = Le fichier des scores, auquel les nouveaux sont ajoutés
help-file-takes-its =
    Le fichier prend son nom une fois complet. Un fichier qui ne contient pas de parties n'est pas remplacé sans
    --force, et sur un terminal on vous demande toujours.
help-file-weights = Le fichier des poids
help-file-what-typed = Le fichier ; - est ce qui est tapé ou transmis
help-files-any-kind = Les fichiers, de tout genre que `damier games list` lit ; - est l'entrée
help-files-games = Les fichiers des parties
help-files-games-generate = Fichiers de parties que `generate` a faits
help-files-games-generate-made = Fichiers de parties que `generate` a faits ; une sur cinquante est regardée
help-files-input = Les fichiers ; - est l'entrée
help-find-out-who = Trouver qui gagne, mais pas quand
help-find-out-who-wins = Trouver qui gagne, mais pas quand : le score est 1, 0 ou -1
help-finished-game-has = Une partie finie n'a pas de suite. Les répétitions, les limites de coups et l'échange ne sont pas appliqués.
help-fit-weights-games = Ajuster les poids aux parties
help-fit-weights-positions = Ajuster des poids aux positions de parties
help-five-board-games = Cinq jeux de plateau : Puissance 4, Othello, Katarenga, Congress et Isolation
help-folder-page-s = Le dossier des données de la page, où sont vos quadrants
help-folder-where-games = Le dossier où sont les parties
help-folder-where-games-are = Le dossier où les parties sont gardées
help-folder-wthor-files = Un dossier de fichiers WTHOR, dont une partie sur 68 est regardée
help-for-how-long = Pendant combien de temps
help-for-people = Pour les gens
help-for-programs-one = Pour les programmes : un objet JSON par ligne
help-forget-games-analyses = Oublier les parties, analyses et quadrants que personne n'a changés depuis tant de jours ; sinon aucun
help-give-each-network = Donner à chaque réseau de visiteurs tant de fois les limites habituelles : pour une école derrière une seule adresse
help-let-visitors-store = Ne plus laisser les visiteurs rien enregistrer de nouveau quand tant de Gio sont enregistrés en tout
help-four-quadrants-as =
    Quatre quadrants comme dans 'A Bf+90 C+180 mine' (f pour retourné, puis tourné dans le sens des aiguilles ;
    les vôtres par leurs noms), seed:N, ou huit rangées YBGR…/… ; sinon tirés au hasard, dans les jeux dont les
    plateaux diffèrent
help-four-quadrants-top =
    Quatre quadrants (en haut à gauche, en haut à droite, en bas à gauche, en bas à droite ; f pour retourné, puis
    tourné dans le sens des aiguilles ; les vôtres par leurs noms), seed:N, ou huit rangées
help-four-rows-from = Quatre rangées depuis le haut avec les lettres Y G B R, avec un nom devant si vous voulez
help-from-how-many = À partir de combien de cases vides le jeu est parfait
help-from-how-many-empty = À partir de combien de cases vides les positions sont calculées jusqu'à la fin
help-game-by-name = Le jeu, par un nom que `damier --help` donne
help-game-by-name-damier = Le jeu, par un nom que `damier --help` donne ; sinon tous
help-game-connect-four = Le jeu : connect-four
help-game-katarenga-congress = Le jeu : katarenga, congress ou isolation
help-games-are-file =
    Les parties qui sont dans le fichier ne sont pas rejouées. Une ligne donne le score du premier joueur, le
    nombre de coups au hasard du début, la position de départ, les coups et les valeurs de ceux qui ne sont pas
    au hasard, séparés par des tabulations.
help-games-are-made =
    On fait d'abord des parties, du moteur contre lui-même ; puis des poids sont ajustés à leurs positions, et
    essayés sur des parties mises de côté. docs/training-othello.md raconte tout.
help-games-are-played =
    Les parties se jouent par paires depuis la même ouverture sur un plateau au hasard, les deux joueurs changeant
    de côté.
help-games-are-played-pairs =
    Les parties se jouent par paires depuis la même ouverture, les joueurs changeant de côté. La même commande
    joue les mêmes parties, quel que soit le nombre de fils d'exécution, sauf si --time les limite. Ctrl-C
    l'arrête et donne le score jusque-là ; avec --save, la même commande reprend là où elle s'est arrêtée.
help-games-are-written =
    Les parties s'écrivent comme `damier play` les enregistre, l'une après l'autre dans un fichier. Se lisent ces
    fichiers, et ceux d'autres programmes : pour Othello GGF, WTHOR et OBF.
help-games-cannot-be =
    Les parties illisibles sont signalées et laissées de côté, et le code de sortie est 1. Les noms des joueurs et
    des tournois dans les fichiers voisins de ceux de WTHOR (.jou, .trn) sont trouvés d'eux-mêmes dans le même
    dossier, ou peuvent être nommés. Un fichier qui ne contient pas de parties n'est pas remplacé sans --force, et
    sur un terminal on vous demande toujours.
help-give-one-your = Donner un autre nom à l'un de ses quadrants
help-give-your-own = Donner ses quadrants, en lignes ou en JSON
help-go-on-with = Reprendre une partie enregistrée : celle dont l'identifiant commence ainsi, ou l'une des parties inachevées
help-greatest-depth = La plus grande profondeur
help-how-deep-moves = À quelle profondeur les coups sont cherchés
help-how-far-heads = De combien les têtes du réseau bougent au début
help-how-far-rows = De combien les lignes de motifs bougent au début
help-how-many-clients = Combien de clients suivent la liste des parties publiques
help-how-many-discs = Combien de jetons ont les positions les plus profondes
help-how-many-games = Combien de parties se jouent à la fois
help-how-many-games-are = Combien de parties se jouent en même temps ; sinon autant qu'il y a de processeurs
help-how-many-games-file = Combien de parties le fichier aura à la fin
help-how-many-games-play = Combien de parties jouer
help-how-many-games-play-at = Combien de parties jouer à la fois ; sinon une par processeur
help-how-many-games-play-at-most = Combien de parties jouer, au plus
help-how-many-games-play-on = Combien de parties jouer sur un plateau
help-how-many-games-there = Combien de parties il doit y avoir
help-how-many-games-two = Combien de parties, deux par ouverture
help-how-many-moves = Combien de coups par seconde a chaque partie ; 0 pour autant que possible
help-how-many-moves-deep = À combien de coups de profondeur chercher
help-how-many-moves-sequences = Combien de coups ont les suites
help-how-many-positions = Combien de positions sont cherchées à la fois ; sinon autant qu'il y a de processeurs
help-how-many-positions-are = Combien de positions sont cherchées, choisies régulièrement
help-how-many-positions-are-solved = Combien de positions sont résolues en même temps ; sinon autant qu'il y a de processeurs
help-how-many-positions-look = Combien de positions regarder pour un coup
help-how-many-random =
    Par combien de coups au hasard commencent les parties, ou un fichier avec les coups d'une ouverture sur chaque
    ligne ; sinon autant qu'il en faut pour mille ouvertures différentes
help-how-many-threads = Combien de fils d'exécution cherchent
help-how-many-threads-search = Combien de fils d'exécution cherchent : sinon 1, et 2 pour comparer là où --time est donné
help-how-many-threads-search-as = Combien de fils d'exécution cherchent ; sinon autant qu'il y a de processeurs
help-how-many-threads-think = Combien de fils d'exécution réfléchissent [par défaut : un de moins que de processeurs]
help-how-many-threads-think-one = Combien de fils d'exécution réfléchissent ; sinon un par processeur
help-how-much-sample =
    Quelle part de l'étiquette d'un exemple vient de ce que la recherche pensait ; le reste est le résultat de la
    partie
help-how-often-every = Combien de fois chaque position est regardée
help-how-often-every-position = Combien de fois chaque position est vue
help-how-say-what = Comment dire ce qui se passe : pour les gens ou pour les programmes
help-how-strongly-rows = Avec quelle force les lignes sont ramenées vers zéro
help-if-game-cannot =
    Si une partie est illisible, aucune n'est enregistrée. Tout ce que contient un fichier est gardé : dates,
    pendules, commentaires, variantes et fin de la partie. Une importation interrompue reprend quand on la répète.
    Un serveur peut utiliser le dossier en même temps.
help-its-name = Son nom
help-its-name-afterwards = Son nom ensuite
help-judge-only-best = Ne juger que les meilleurs coups, tant de coups, et ceux-là plus profondément
help-keep-all-games = Garder toutes les parties ailleurs, et en faire entrer
help-keep-games-folder = Garder les parties dans ce dossier
help-keep-games-settings = Garder les parties et les paramètres dans ce dossier
help-last-line-each = La dernière ligne de chacun peut être donnée à add.
help-last-line-printed = La dernière ligne affichée peut être donnée à --board.
help-learn-from-games = Apprendre aussi des parties de ce dossier de fichiers WTHOR
help-learn-weights-terms = Apprendre les poids des termes d'une estimation
help-learn-what-engine = Apprendre ce qu'un moteur sait de ses propres parties
help-learn-what-patterns = Apprendre ce que valent les motifs d'Othello
help-leave-out-moves = Laisser de côté les coups qui ne peuvent pas changer le résultat
help-let-engine-play = Faire jouer le moteur contre lui-même, pour apprendre de ces parties
help-let-engine-play-itself = Faire jouer le moteur contre lui-même, et ajouter les parties à un fichier
help-let-new-weights = Faire jouer de nouveaux poids contre ceux du moteur
help-let-nobody-look = Ne laisser personne regarder plus de positions que cela pour un coup
help-let-nobody-think = Ne laisser personne réfléchir plus longtemps que cela pour un coup
help-let-other-programs = Laisser d'autres programmes utiliser un moteur
help-let-others-on = Laisser entrer les autres du réseau local, et dire où ils le trouvent
help-let-two-players = Faire jouer beaucoup de parties à deux joueurs, et dire lequel est le plus fort
help-limits-hold-together =
    Les limites valent ensemble ; sans aucune, la limite est de trois secondes. Ctrl-C donne ce qui est connu
    jusque-là.
help-list-games-files = Lister les parties de fichiers, de tout genre
help-list-legal-moves = Lister les coups possibles, un par ligne
help-list-positions-worth = Lister des positions à regarder
help-look-at-no = Ne pas regarder plus de positions que cela
help-look-at-one = Regarder l'une d'elles
help-look-at-position = Regarder la position après les N premiers coups, et non la dernière
help-look-no-deeper = Ne pas regarder plus loin que tant de coups
help-look-over-whole = Passer en revue toute la partie : ce que valait chaque coup, les erreurs, et pourquoi
help-look-so-many = Regarder tant de coups à l'avance [par défaut : 2]
help-make-opening-book = Faire le livre d'ouvertures d'un jeu qui peut être résolu
help-measure-boards-seeds = Mesurer les plateaux des graines 1 à N
help-measure-how-fair = Mesurer si un plateau est équitable
help-measure-how-far = Mesurer de combien les recherches profondes s'écartent des superficielles, pour les coupes de la recherche
help-measure-search-one = Mesurer la recherche d'un jeu ou de tous
help-measure-server-many = Mesurer le serveur : beaucoup de parties à la fois entre robots
help-moves-so-far = Les coups jusqu'ici, séparés ou attachés : 4 4 5 3, 4,4,5,3 ou 4453 ; une passe est -- ou pass
help-name-by-which = Un nom par lequel les navigateurs appellent le serveur, en plus de localhost ; peut être donné plusieurs fois
help-name-colon-four = Un nom, un deux-points et quatre rangées depuis le haut avec les lettres Y G B R
help-names-built-quadrants = Les noms de quadrants fournis, ou des vôtres
help-not-first-game = Non pas la première partie du fichier, mais celle qui a ce numéro
help-number-all-chance = Le nombre d'où vient tout hasard
help-number-board-drawn = Le nombre dont le plateau est tiré ; sinon un nouveau
help-number-boards-openings = Le nombre dont sont tirés plateaux et ouvertures
help-number-from-which = Le nombre d'où vient l'ordre des positions
help-number-openings-boards = Le nombre dont sont tirés ouvertures, plateaux et joueurs
help-numbers-are-those = Les numéros sont ceux que --number attend.
help-one-named-first = Celui nommé en premier
help-one-two-who = L'un des deux joueurs [par défaut : human]
help-only-game-with = Seulement la partie qui a ce numéro dans chaque fichier, à partir de 1
help-only-machine-can =
    Seule cette machine peut joindre le serveur, sauf si --listen en décide autrement : 0.0.0.0:4747, c'est toute
    machine qui peut joindre celle-ci.
help-other = L'autre
help-other-default-normal = L'autre [par défaut : normal]
help-other-player = L'autre joueur
help-page-s-port = Le port de la page [par défaut : 4747]
help-play-against-these = Jouer contre ces poids
help-play-game-terminal = Jouer à un jeu dans le terminal
help-play-with-swap = Jouer avec la règle d'échange : après le premier coup, le second joueur peut dire swap
help-play-with-these = Jouer avec ces poids, et non avec ceux du moteur
help-player-move-max =
    Le joueur au trait est Max et veut une grande valeur, l'autre est Min et en veut une petite. La recherche
    regarde tant de coups à l'avance, y juge les positions, et remonte leurs valeurs : Max prend la plus grande,
    Min la plus petite. Alpha-bêta laisse de côté les coups qui ne peuvent pas changer le résultat. L'arbre montre
    ce que pensent les joueurs classiques minimax:1 à minimax:8.
help-player-whose-score = Le joueur dont le score est donné
help-players-are-levels =
    Les joueurs sont les niveaux very-easy, easy, normal, difficult, expert et maximum, et les classiques du jeu :
    random, basic, minimax:1 et ainsi de suite. program:CHEMIN est un autre damier, par exemple plus ancien, à qui
    chaque coup est demandé avec `analyse --json`. ugi:COMMANDE, gtp:COMMANDE
    et nboard:COMMANDE sont des moteurs d'autres auteurs ; qui s'arrête, joue un coup interdit ou prend trop de temps
    perd la partie.
help-positions-are-searched =
    Les positions sont cherchées à chaque profondeur, sans rien laisser de côté, et jusqu'à la fin quand elle est
    proche. La dernière ligne a les nombres de la formule qui convient le mieux aux écarts ; la recherche les a
    dans `probcut.rs`.
help-print-help = Afficher l'aide
help-print-json = Afficher du JSON
help-print-json-board = Afficher du JSON : plateau, parties, score, erreur, longueur et verdict
help-print-json-board-rows = Afficher du JSON : plateau, rangées, et si les quadrants de la boîte peuvent le faire
help-print-json-every = Afficher du JSON : chaque nœud avec sa valeur, sa coupe et ses termes, les étapes de la recherche, les nombres
help-print-json-every-set = Afficher du JSON : chaque jeu de quadrants
help-print-json-for = Afficher du JSON : pour chaque jeu ses nœuds, sa profondeur, ses secondes et ses nœuds par seconde
help-print-json-for-each = Afficher du JSON : pour chacun son nom, ses rangées, les avertissements et l'erreur
help-print-json-for-each-its = Afficher du JSON : pour chacun son nom, ses rangées, les avertissements, et s'il est à vous
help-print-json-for-every =
    Afficher du JSON : pour chaque partie son fichier, son numéro, ses joueurs, sa date, son résultat et combien
    de coups elle a
help-print-json-game = Afficher du JSON : jeu, position, profondeur, nœuds et, si c'est demandé, le détail
help-print-json-game-position = Afficher du JSON : jeu, position, partie et vue
help-print-json-game-position-turn = Afficher du JSON : jeu, position, trait et coups
help-print-json-players = Afficher du JSON : joueurs, victoires, nuls, défaites, score, Elo et test
help-print-json-position = Afficher du JSON : position, trait, coups avec leurs valeurs, profondeur, nœuds et temps
help-print-json-score =
    Afficher du JSON : le score d'abord, puis l'issue, les coups, les demi-coups, la suite, les colonnes et le
    coût
help-print-json-seed = Afficher du JSON : graine, plateau et rangées
help-print-json-what = Afficher du JSON : ce que devient chaque quadrant, et ce qui ne va pas et où
help-print-message-or = Afficher ce message ou l'aide des commandes données
help-print-no-more = Ne pas afficher plus de tant de positions, si c'est possible : les niveaux supérieurs de l'arbre
help-print-tree-for = Afficher l'arbre pour Graphviz, dans son langage DOT
help-print-version = Afficher la version
help-prints-seed-quadrants = Affiche la graine, les quadrants et les rangées : chacun des trois peut être donné à --board.
help-prints-what-removed = Affiche ce qui est supprimé : add le reprend.
help-put-board-together = Assembler un plateau et le montrer
help-put-them-place = Les mettre à la place de ceux qui ont leurs noms
help-quadrants-katarenga-congress = Les quadrants de Katarenga, Congress et Isolation
help-reads-lines-as =
    Lit des lignes comme 'mine: YBGR/RGYY/GRBB/BYRG', le JSON qu'écrit export, et le quadrants.json de l'original.
    Aucun des vôtres n'est remplacé : là où un nom est pris, le nouveau reçoit un numéro. Ce qui est abîmé est
    signalé avec sa place, le reste est pris, et le fichier reste comme il est ; le code de sortie est alors 1.
help-remove-quadrants-your = Supprimer de ses quadrants
help-replay-every-stored = Rejouer chaque partie enregistrée, dire ce qui ne va pas, et ne rien servir
help-rule-set-usual = Les règles ; sinon les règles habituelles
help-same-command-goes =
    La même commande reprend là où la dernière s'est arrêtée : une partie ne dépend que de son numéro, de la
    graine, des profondeurs, des poids et des ouvertures.
help-say-how-far =
    Dire de combien des poids se trompent sur des positions auxquelles ils n'ont pas été ajustés, ou les faire
    jouer
help-say-what-every = Dire ce que vaut chaque coup
help-says-ok-what =
    Dit ok, ce qui est inhabituel, ou ce qui doit être corrigé ; seul ce dernier cas finit avec le code de sortie
    2.
help-score-22-minus =
    Un score est 22 moins le nombre de jetons que le gagnant a joués à la fin de la partie : positif si le joueur
    au trait gagne, négatif s'il perd, 0 pour un match nul. Le plateau vide vaut 1. Les positions d'Isolation sont
    résolues aussi, autant que le temps et la mémoire le permettent ; la réponse est celle de `damier analyse`, ou avec
    --weak qui gagne.
help-search-start-each = Chercher plutôt le début de chaque jeu pendant cette durée
help-send-them-whole = Leur envoyer des listes entières au lieu des changements, comme les clients de la version 0.1.0 le demandent
help-serve-page-others = Servir la page à d'autres
help-server-started-beside =
    Un serveur est lancé à côté des robots, avec un dossier à lui qui disparaît ensuite. Tous deux partagent les
    processeurs. Chaque coup attend sa confirmation, qui veut dire qu'il est enregistré.
help-show-board-text = Montrer le plateau en texte
help-show-quadrants-by = Montrer des quadrants par leurs noms
help-show-quadrants-there = Montrer les quadrants qu'il y a, les vôtres à la fin
help-signs-max-move =
    Signes : ▲ Max au trait, ▼ Min au trait, ■ une position jugée, * la meilleure suite, ✂ coups laissés de côté,
    ≤ et ≥ valeurs dont on ne connaît qu'une borne.
help-size-table-they = La taille de la table qu'elles partagent, en Mio
help-size-transposition-table = La taille de la table de transposition, en Mio
help-size-transposition-table-mib = La taille de la table de transposition, en Mio : sinon 16, et 84 ou 256 pour un fichier
help-solve-every-column = Résoudre chaque colonne
help-solve-first-so = Ne résoudre que tant de positions du début du fichier
help-solve-position-who = Résoudre une position : qui gagne, et quand
help-solve-positions-file = Résoudre plutôt les positions de ce fichier
help-speak-go-text = Parler le Go Text Protocol, version 2
help-speak-language-not = Parler cette langue, et non celle de l'environnement
help-start-page-but = Lancer la page, mais ne pas ouvrir le navigateur
help-stop-as-soon =
    S'arrêter dès qu'il est clair que A marque HAUT ou plus plutôt que BAS ou moins, en pour cent : 50,65, ou 65
    en bref ; chaque réponse est fausse au plus 5 fois sur 100
help-store-game-also = Enregistrer la partie même si seuls des ordinateurs jouent
help-store-games-files = Enregistrer les parties de fichiers ; celles qui le sont déjà sont laissées de côté
help-survey-n-measures =
    --survey N mesure les plateaux des graines 1 à N, et affiche une ligne pour chacun. Les plateaux équitables
    par hasard sont démasqués avec --confirm, et les plateaux au hasard sont tirés parmi ceux qui restent
    équitables. Une ligne donne : le plateau, le score du premier joueur et son erreur en pour cent, la longueur
    moyenne en demi-coups, et le score du premier joueur sur le plateau et sur son demi-tour ; ou le côté qui
    gagne.
help-take-quadrants-from = Prendre des quadrants dans un fichier
help-their-names = Leurs noms
help-think-no-longer = Ne pas réfléchir plus longtemps que cela
help-three-steps-engine =
    Trois étapes : le moteur joue contre lui-même sur des plateaux de la boîte au hasard, les poids sont ajustés
    aux résultats, et les nouveaux poids jouent contre les anciens. docs/training.md en dit plus.
help-time-for-each = Temps pour chaque coup
help-time-for-each-move = Temps pour chaque coup, là où il n'y a pas de pendule
help-try-moves-as = Essayer les coups comme les règles les listent, ou les meilleurs ou les pires d'abord [par défaut : listed]
help-use-nothing-but = N'utiliser que des caractères ASCII
help-values-are-for =
    Les valeurs sont pour le joueur au trait. Les valeurs exactes sont prouvées : une victoire ou une défaite en
    tant de coups du gagnant, le dernier compris, ou l'écart à la fin d'une partie où l'on compte. Une borne est
    une victoire ou une défaite prouvée en au plus tant de coups : elle peut venir plus tôt. Les estimations sont
    en unités d'un avantage qui gagne environ 73 parties sur 100, avec le score à attendre en pour cent. La
    sélectivité est la confiance avec laquelle chaque coupe ProbCut de la recherche laisse un coup de côté, non
    celle du résultat ; sans cette ligne, aucun coup n'a été laissé de côté.
help-watch-minimax-player = Regarder réfléchir un joueur minimax : son arbre, et ce qu'alpha-bêta coupe
help-weights-play-with = Les poids avec lesquels jouer ; sinon ceux du programme
help-weights-those-program = Les poids ; sinon ceux du programme
help-where-listen = Où écouter
help-which-game-they = À quel jeu ils jouent
help-which-two-begins = Lequel des deux commence, comme joueur 1 : avec second, --first est le joueur 2
help-who-human-level =
    QUI est human, un niveau (very-easy, easy, normal, difficult, expert, maximum) ou un joueur classique du jeu
    (random, basic, minimax:4). Sans jeu, damier demande à quoi jouer, et contre qui. Pendant la partie, tapez un
    coup ou aide. La fin de l'entrée arrête le programme. Les parties de personnes sont enregistrées à chaque
    coup, là où la page les trouve aussi.
help-with-file-positions =
    Avec un fichier de positions et de leurs scores, une par ligne comme « 4453 -2 », le solveur du jeu les résout
    une à une : sur un fil d'exécution, sans son livre, avec une table vidée avant chacune. Les temps sont ceux du
    processeur, et bad compte les scores qui diffèrent de ceux du fichier. Les fichiers d'Othello ont un plateau
    par ligne, comme « …OX…XO… X; F5:+0; » ; là, avec plusieurs fils d'exécution, les temps sont ceux de
    l'horloge.
help-with-review-limits =
    Avec --review, les limites sont celles de chaque coup, et la limite habituelle fait qu'une partie de 40 coups
    prend une dizaine de secondes. Le score est ce que le joueur 1 peut attendre après le coup, avec = s'il est
    prouvé. ?! marque une imprécision, ? une erreur, ?? une gaffe : 5, 12, 25 % des points donnés, ou un résultat
    prouvé. Avec un fil d'exécution et sans limite de temps, la revue d'une partie est toujours la même.
help-with-sprt-exit = Avec --sprt, le code de sortie est 0 si A s'est montré aussi bon que HAUT, et 1 sinon.
help-with-survey-begin = Avec --survey : commencer par le plateau de cette graine, pour continuer une enquête
help-with-survey-measure = Avec --survey : mesurer de nouveau les plateaux trouvés équitables, avec tant de parties
help-with-time-start =
    Avec --time, le début de chaque jeu est cherché pendant cette durée avec un fil d'exécution, puis avec
    plusieurs ; la dernière colonne dit combien de fois plus de nœuds cela fait.
help-without-command-damier = Sans commande, damier ouvre la page dans le navigateur.
help-without-time-eight =
    Sans --time, huit positions de chaque jeu sont cherchées à la même profondeur. Avec un fil d'exécution, les
    nœuds sont toujours les mêmes, et ne changent que si la recherche change.
help-write-all-stored = Écrire dans un fichier toutes les parties enregistrées
help-write-book-over = Remplacer un livre qui existe
help-write-finished-book = Écrire le livre fini dans ce fichier
help-write-games-files = Écrire les parties de fichiers, de tout genre, sous forme d'enregistrements
help-write-into-file = Écrire dans ce fichier, et non à la sortie
help-write-json-as = Écrire du JSON comme le quadrants.json de l'original : grilles de nombres par nom
help-write-json-name = Écrire du JSON : nom et rangées de chacun
help-write-new-file = Écrire ce nouveau fichier au lieu d'afficher
help-write-over-file = Remplacer un fichier qui existe
help-write-over-file-exists = Remplacer un fichier qui existe, quel qu'il soit
help-write-weights-file = Écrire les poids dans ce fichier
help-your-own-quadrants =
    Vos quadrants sont ceux de la page : ce qui y est dessiné peut servir ici, et inversement. Dans un plateau,
    leurs blancs s'écrivent _, comme dans my_castle, et les majuscules ne comptent pas.
help-print-them = Les afficher
help-print-them-delete = Les afficher et les supprimer
help-keep-games-postgresql = Garder les parties dans cette base PostgreSQL, que plusieurs serveurs peuvent partager ; sinon DAMIER_DATABASE
help-think-for-servers = Réfléchir pour les serveurs d'un site, qui lui donnent du travail par NATS
help-how-many-threads-processors = Combien de fils d'exécution réfléchissent [par défaut : autant que de processeurs]
help-largest-transposition-table = La plus grande table de transposition d'une analyse, en Mio
help-print-names-reported = Afficher les noms que des visiteurs ont signalés, ou les afficher et les supprimer, et ne rien servir
help-where-nats = Où est NATS, par lequel plusieurs serveurs travaillent ensemble [env : DAMIER_NATS]
help-file-credentials-nats = Un fichier avec les identifiants pour NATS [env : DAMIER_NATS_CREDENTIALS]
help-file-certificate-nats = Un fichier avec le certificat auquel NATS est reconnu [env : DAMIER_NATS_CA]
help-draw-board-picture = Dessiner le plateau en image, SVG ou PNG
help-file-exists-picture = Un fichier qui existe est remplacé s'il est une image du même genre, ou avec --force.
help-file-name-ends = Le fichier, dont le nom finit par .svg ou .png ; sans lui, le SVG est affiché
help-pixels-longer-side = Pixels du plus long côté d'un PNG
help-colours-frame = Les couleurs du cadre et du fond
help-colours-pieces = Les couleurs des pièces et des cases ; les couleurs distinct sont reconnues par tout le monde
help-board-alone-card = Le plateau seul, ou avec autour une carte de 1200 sur 630
help-leave-out-names = Ne pas écrire les noms des cases
help-look-board-other = Regarder le plateau de l'autre côté
help-work-on-everything = Travailler sur tout ce qu'un serveur a enregistré
help-copy-everything-new = Tout copier dans un nouveau fichier, pendant que serveurs et commandes continuent
help-copy-is-everything =
    La copie est le tout, tel qu'il est à un instant. Elle est vérifiée, et sur le disque, avant de recevoir son nom. C'est
    un fichier de la base intégrée : comme damier.sqlite dans un dossier de données, ou par damier store copy, les parties
    y continuent.
help-new-file = Le nouveau fichier
help-keep-visitors-out = Exclure des visiteurs d'un serveur
help-who-is-address =
    WHO est une adresse, un réseau comme 192.0.2.0/24 ou 2001:db8::/48, un profil (v-…) ou la clé d'un réseau (n-…) comme
    damier serve --reports les affiche. Sans WHO, la liste est affichée. C'est le fichier blocked.txt du dossier de
    données, une ligne pour chacun, avec des remarques après un #. Un serveur en marche la relit de lui-même.
help-who-kept-out = Qui est exclu
help-let-in-again = Les laisser revenir
help-data-folder-server = Le dossier de données du serveur
help-list-where-not = La liste, là où elle n'est pas dans le dossier de données
help-keep-out-networks = Exclure les réseaux et les profils de cette liste : voir damier block [par défaut : blocked.txt dans le dossier de données]
help-copy-everything = Tout copier d'une base dans une autre, qui est vide
help-what-copied = Ce qui est copié
help-where-to = Vers où
help-play-line-plain = Jouer ligne par ligne, même sur un terminal qui peut montrer un écran entier
help-keep-games-instead = Garder les parties dans cette base PostgreSQL plutôt que dans un fichier
help-servers-same-nats =
    Les serveurs qui ont le même --nats donnent les coups de l'ordinateur, les indices, les analyses et les essais
    de plateaux aux travailleurs de leur version. Un travailleur peut être arrêté à tout moment : son travail va à
    un autre, ou revient.
help-from-to-each =
    FROM et TO sont chacun un dossier de données, un fichier de la base intégrée, ou l'URL d'une base PostgreSQL,
    dont le mot de passe vient de PGPASSFILE ou PGPASSWORD. Aucun serveur ne doit tourner sur l'un ni sur l'autre.
    Les parties continuent dans la copie ; l'original reste comme il est.

# Load test of several servers
help-let-servers-work = Laisser les serveurs travailler ensemble par NATS à cette adresse
help-how-many-servers = Combien de serveurs partagent la base de données ; les deux joueurs d'une partie sont sur des serveurs différents
help-kill-server-so =
    Tuer un serveur autant de fois, le relancer, et mesurer quand ses joueurs continuent ; --seconds est alors
    ignoré
help-begin-analyses-at =
    Commencer pendant ce temps des analyses sur un worker, en annuler autant, et mesurer en combien de
    temps il les termine
help-leave-out-memory =
    Ne pas mesurer la mémoire des connexions et des parties, pour laquelle des serveurs à part sont lancés

# Protocoles de moteurs et classements
help-speak-ugi = Parler UGI, l'interface universelle de jeu
help-ugi-uci-for-any =
    UGI est UCI pour n'importe quel jeu. Le programme qui commande choisit le jeu, les règles et le plateau par les
    options Game, Rules et Board, ou pose une position avec `position fen` ; ce qui est donné ici est le défaut.
help-game-by-name-first = Le jeu, par un nom que donne `damier --help` ; sinon le premier
help-speak-nboard = Parler le protocole NBoard, version 2, pour Othello
help-test-engine = Essayer si un moteur respecte son protocole
help-engine-started-anew =
    Le moteur est lancé de nouveau pour chaque essai et arrêté ensuite, avec tout ce qu'il a lancé. Le code de sortie
    est 0 s'il a réussi tous les essais, 1 sinon.
help-command-starts-engine = La commande qui lance le moteur, avec ses arguments
help-protocol-speak = Le protocole qu'il devrait parler
help-game-by-name-offered = Le jeu, par un nom que donne `damier --help` ; sinon tous ceux que propose le moteur
help-how-long-answer = Combien de temps attendre une réponse qu'aucun temps ne limite
help-how-much-longer-stop = De combien un coup ou un arrêt peut dépasser le temps demandé
help-print-json-test = Écrire en JSON chaque essai et son résultat
help-let-nobody-deeper = Que personne ne cherche plus profond que cela pour un coup
help-play-with-clocks = Jouer à la pendule : des secondes pour la partie, et pour chaque coup
help-cpu-time =
    Mesurer le temps par celui du processeur, pour que le reste du travail de la machine ne compte pas : entre les
    joueurs de ce programme seulement
help-how-much-longer-engine = De combien un moteur peut dépasser le temps d'un coup avant de perdre
help-let-many-players = Faire jouer plusieurs joueurs entre eux, et les classer
help-players-are-duel =
    Les joueurs sont ceux de `damier duel` : niveaux, classiques, et moteurs d'autres auteurs par ugi:COMMANDE,
    gtp:COMMANDE ou nboard:COMMANDE. NOM=JOUEUR donne à un joueur un autre nom dans les tableaux.
help-everybody-plays =
    Chacun joue contre chacun ; avec --gauntlet, le premier joue contre tous les autres. Les parties se jouent par
    paires depuis la même ouverture, les joueurs changeant de place, et chaque paire de joueurs reçoit les mêmes
    ouvertures. Qui s'arrête, joue un coup interdit ou prend trop de temps perd la partie, et le tableau le dit.
help-ratings-are =
    Les cotes sont celles qui rendent les résultats les plus vraisemblables (Bradley et Terry, une nulle valant une
    demi-victoire), avec des intervalles à 95 % ; leur moyenne est 0. Avec --journal, chaque partie est sur le disque
    avant que la suivante compte : la même commande continue là où elle a été arrêtée ou tuée, même avec plus de
    --games.
help-players-two-more = Les joueurs, deux ou plus
help-let-first-player = Que le premier joue contre tous les autres, et personne d'autre entre eux
help-how-many-games-pair = Combien de parties joue chaque paire de joueurs, un nombre pair
help-note-every-game = Noter chaque partie dans ce fichier, et sauter celles qui y sont
help-save-games-file = Enregistrer les parties dans ce fichier
help-print-json-ladder = Écrire en JSON les joueurs et leurs cotes, les résultats de toutes les paires, les vraisemblances de supériorité
help-offer-program-own =
    Proposer un programme à vous comme adversaire : NOM=PROTOCOLE:COMMANDE, ou NOM@JEU=… pour un seul jeu ; peut être
    donné plusieurs fois
help-offer-program-all =
    Proposer un programme à vous à tous les visiteurs : NOM=PROTOCOLE:COMMANDE, ou NOM@JEU=… pour un seul jeu ; peut
    être donné plusieurs fois

# Arbres de recherche sur un terminal.
help-print-tree-also = Afficher l'arbre, même sur un terminal où l'on peut le parcourir
help-tree-is-walked =
    Sur un terminal, l'arbre se parcourt avec les flèches, et ? explique les autres touches ; un tube et --plain le
    reçoivent en texte.

# damier play with people elsewhere

help-connect-where =
    Aller à une partie sur un serveur : par son lien, par son code, ou à toutes les tables par une adresse
help-open-table =
    Ouvrir une table où quelqu'un d'ailleurs peut s'asseoir, et montrer comment la trouver
help-server-table-code = Le serveur de la table ou du code ; sinon celui de cette machine
help-your-name-tables = Votre nom aux tables
help-clocks-table =
    Les pendules de la table : minutes pour la partie et secondes par coup, comme 5+3 ; sinon aucune
help-list-table-at = Afficher la table sur son serveur, pour tout le monde
help-lay-board-table = Poser ensemble le plateau de la table
help-prove-result-position = Prouver le résultat d'une position par une stratégie que d'autres peuvent vérifier
help-certificate-has-moves =
    Le certificat contient les coups par lesquels un camp atteint le résultat contre toute réponse, ou les deux
    camps pour la nulle et pour le score d'Othello ; docs/certificates.md en donne le format. Il se fait pour les
    positions que le moteur sait résoudre : celles de Puissance 4 et d'Isolation, des fins de partie d'Othello, des
    gains forcés de Katarenga et de Congress. examples/check_proof.py le vérifie aussi, sans rien partager avec ce
    programme.
help-file-certificate = Le fichier du certificat
help-check-certificate-file = Vérifier le certificat de ce fichier
help-print-json-game-claims = Afficher du JSON : jeu, position et affirmations

# Completions and manual pages

help-print-completions-shell = Afficher les complétions d'un interpréteur de commandes
help-the-shell = L'interpréteur
help-write-manual-pages = Écrire dans un dossier les pages de manuel de toutes les commandes
help-folder-which-made = Le dossier, créé s'il n'existe pas

# Moteurs dans le navigateur
help-where-positions-analysed = Où les positions et les parties sont analysées ; pour les navigateurs il faut --web
help-send-browsers-engines = Envoyer aux navigateurs les moteurs de ce dossier, que produit `cargo xtask web`, pour qu'ils analysent eux-mêmes
help-at-server-browser-too = Sur le serveur ; aussi dans le navigateur, si quelqu'un préfère et s'il y a --web
help-in-browser-alone = Dans le navigateur seulement : le serveur refuse

# Problèmes

help-make-puzzles-proved = Faire des problèmes prouvés, et prouver ceux d'un fichier
help-puzzles-page-format =
    docs/puzzles.md dit ce qui est prouvé et donne le format du fichier. `damier puzzle` les donne à résoudre.
help-look-positions-right = Chercher des positions où un seul coup est bon, le prouver et les écrire dans un fichier
help-same-command-file =
    La même commande donne le même fichier. Ctrl-C y met fin, avec les problèmes déjà trouvés.
help-games-puzzles-looked = Les parties où les problèmes sont cherchés
help-files-games-records = Les fichiers des parties, avec --from records ; peut être donné plusieurs fois
help-how-many-puzzles = Combien de problèmes sont voulus
help-seed-random-choices = La graine de tous les choix au hasard
help-file-puzzles-printed = Le fichier des problèmes ; sinon ils sont affichés
help-print-json-mined = Afficher en JSON combien de positions ont été examinées, gardées et refusées, et pourquoi
help-games-engine-itself = Parties du moteur contre lui-même, faible et avec des coups au hasard
help-random-moves = Coups au hasard
help-games-record-files = Les parties de fichiers
help-prove-puzzles-again = Prouver de nouveau les problèmes d'un fichier
help-file-puzzles-make = Le fichier, tel que `damier puzzles make` l'écrit
help-solve-puzzle-find = Résoudre un problème : trouver le seul bon coup, qui est prouvé
help-type-move-hint =
    Tapez un coup, ou : indice, solution, coups, quitter. Un mauvais coup est réfuté, et vous pouvez recommencer. Sans
    jeu, le problème est de n'importe quel jeu.
help-game-any-otherwise = Le jeu, par un nom que donne `damier --help` ; sinon n'importe lequel
help-puzzle-today-date = Le problème du jour, selon la date en UTC : le même pour tous
help-what-solution-turns = Ce dont il s'agit dans la solution
help-how-hard-from =
    Sa difficulté : de 1, que chaque niveau de jeu trouve, à 6, que seul le plus fort trouve
help-puzzle-this-name = Le problème de ce nom

# Niveaux
help-list-levels-game = Lister les niveaux d'un jeu, avec leur classement
help-print-json-levels = Afficher en JSON : pour chaque jeu ses niveaux, avec id, rating et error
help-ratings-come-from =
    Les classements viennent de parties des niveaux entre eux, selon les règles habituelles, avec le double de
    l'erreur type : 400 points valent dix contre un, et normal a 1500 dans chaque jeu. docs/levels.md dit comment
    ils ont été mesurés.

## Temps des joueurs d'un duel

help-duel-time-b = Laisser B réfléchir aussi longtemps à un coup, et A comme le disent --time ou --clock
help-duel-clock-b = Donner cette pendule à B, et à A le temps que disent --time ou --clock
