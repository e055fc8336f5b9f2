# Ce que dit le programme en français. en.ftl dit la même chose en anglais : un test échoue quand un
# texte ou l'un de ses arguments n'existe qu'ici ou que là, ou qu'aucune source ne s'en sert.
# Ce que les jeux nomment eux-mêmes (titres, pièces, refus d'un coup) est dans leurs dossiers.

## Le plateau en texte

player-sign = joueur { $number }: { $sign }
to-move = tour de joueur { $number }
wins = Victoire de joueur { $number }
draw = Match nul
# $verdict est l'un des deux précédents.
over = { $verdict } : { $reason }
game-aborted = Partie annulée
tally = { $label } : { $first } – { $second }
swapped = places échangées
# Le plateau tiré au sort, comme on peut le taper à nouveau.
drawn-board = plateau : seed:{ $seed }

## Correct, inhabituel, faux

ok = correct
warning = attention : { $text }
error = erreur : { $text }
not-written = impossible d'écrire la sortie : { $error }
unknown-player = il n'y a pas de joueur « { $name } » ici (joueurs : { $known })
solve-connect-four-only = --no-book et --columns ne valent que pour Puissance 4
no-solver = il n'y a pas de solveur pour { $game }
no-score = des coups et un score étaient attendus, comme dans 4453 -2
not-read = impossible de lire { $path } : { $error }
not-saved = impossible d'écrire { $path } : { $error }
not-ours = { $path } existe déjà et reste intact ; --force l'écrase
ask-overwrite = { $path } existe déjà. L'écraser ? (oui ou non)
not-overwritten = { $path } reste tel quel
reason-not-found = ce fichier ou dossier n'existe pas
reason-permission = vous n'avez pas le droit de le lire ou de l'écrire
reason-read-only = le système de fichiers est en lecture seule
reason-full = il n'y a plus de place sur le disque
reason-folder = c'est un dossier
reason-not-a-folder = une partie du chemin n'est pas un dossier
reason-address-in-use = un autre programme utilise déjà ce port
reason-address-not-ours = cette machine n'a pas cette adresse
in-file = { $path }, ligne { $line } : { $text }
in-line = { $path }, ligne { $line }, colonne { $column } : { $text }
other-game = cette partie du fichier est de { $game }
no-game = aucune partie dans le fichier
no-such-number = il n'y a pas de partie { $number } dans le fichier : il en a { $count }
same-file = ce fichier est lu : il serait écrasé
refused-games = { $count ->
    [one] une partie illisible est laissée de côté
   *[other] { $count } parties illisibles sont laissées de côté
}

## Les quadrants

quadrants-own = Les vôtres
quadrants-none = il n'y a pas encore de quadrants à vous
quadrants-unknown = il n'y a pas de quadrant « { $name } »
quadrants-added = ajouté
quadrants-added-as = ajouté sous le nom { $name }
quadrants-same = déjà là
quadrants-same-as = déjà là sous le nom { $name }
quadrants-taken = il y a déjà un quadrant nommé « { $name } » ; --replace le remplace
quadrants-renamed = { $before } s'appelle maintenant { $after }
# $tile est ce qu'on peut ajouter à nouveau.
quadrants-removed = supprimé : { $tile }
quadrants-not-kept = impossible de lire ou de garder les quadrants : { $error }
quadrants-more-problems = { $count } autres problèmes suivent ceux-ci
quadrants-no-text = à partir de l'octet { $byte }, ce n'est pas un texte en UTF-8
quadrants-exists = { $file } existe déjà ; --force l'écrase
quadrants-written = { $count ->
    [one] { $count } quadrant écrit : { $file }
   *[other] { $count } quadrants écrits : { $file }
}

## L'analyse

analyse-no-such-move = il n'y a pas de position après { $at } coups : --at va de 0 à { $moves }
board-favours = { $seat } est favorisé sur ce plateau : environ { $percent } % des points, d'après une estimation rapide.
analyse-status = profondeur { $depth }   meilleur coup { $best }   { $nodes } nœuds
analyse-win = { $moves ->
    [one] Victoire de joueur { $number } en { $moves } coup
   *[other] Victoire de joueur { $number } en { $moves } coups
}
analyse-win-most = { $moves ->
    [one] Victoire de joueur { $number } en { $moves } coup au plus
   *[other] Victoire de joueur { $number } en { $moves } coups au plus
}
analyse-win-by = Victoire de joueur { $number } avec { $margin } d'avance
analyse-draw = Match nul
analyse-estimate = joueur { $number } peut espérer { $chance } % des points
analyse-line = meilleure suite : { $line }
analyse-selectivity = sélectivité { $percent } %
analyse-solver = solveur : { $settled } coups résolus sur { $moves }, { $nodes } nœuds ; les autres sont estimés
analyse-book = d’après la bibliothèque d’ouvertures ; une analyse plus longue calcule
analyse-cost = profondeur { $depth }, { $nodes } nœuds, { $seconds } s, { $speed } nœuds/s
value-win = { $moves ->
    [one] gagne en { $moves } coup
   *[other] gagne en { $moves } coups
}
value-loss = { $moves ->
    [one] perd en { $moves } coup
   *[other] perd en { $moves } coups
}
value-win-most = { $moves ->
    [one] gagne en { $moves } coup au plus
   *[other] gagne en { $moves } coups au plus
}
value-loss-most = { $moves ->
    [one] perd en { $moves } coup au plus
   *[other] perd en { $moves } coups au plus
}
value-draw = nul
value-win-by = gagne avec { $margin } d'avance
value-loss-by = perd avec { $margin } de retard
value-estimate = { $points } ({ $chance } %)
value-exact = exact
value-bound = borne
value-estimated = estimé

review-status = { $done } coups sur { $total }
# Ce que joueur 1 peut espérer.
review-score = { $chance } %
review-score-exact = ={ $chance } %
review-better = mieux : { $line }, { $value }
review-stopped = interrompu : les { $done } derniers coups sur { $total } ont été jugés
review-accuracy = joueur { $number } : précision { $accuracy } %, imprécisions : { $inaccuracies }, erreurs : { $mistakes }, gaffes : { $blunders }
review-no-accuracy = joueur { $number } : rien à décider
review-cost = { $nodes } nœuds, { $seconds } s
grade-forced = forcé
grade-best = meilleur coup
grade-good = bon
grade-inaccuracy = imprécision
grade-mistake = erreur
grade-blunder = gaffe

## Minimax rendu visible

think-unknown-example = il n'y a pas d'exemple « { $name } » ici (exemples : { $known })
think-players = Max (▲) est le joueur { $max }, qui a le trait et veut une grande valeur ; Min (▼) est le joueur { $min } et en veut une petite. Les valeurs sont celles de Max. Une feuille (■) est jugée d'après ce qui est sur le plateau.
# Après la valeur d'un nœud qui n'est pas suivi plus loin.
think-below = { $count ->
    [one] { $count } position dessous
   *[other] { $count } positions dessous
}
# $place : les coups depuis la racine ; $by : le coup qui le montre.
think-cut-max = Min est sûr de { $sure } par { $place } ; ici Max obtient au moins { $value } par { $by }, donc le reste ne compte pas.
think-cut-min = Max est sûr de { $sure } par { $place } ; ici Min peut le limiter à { $value } par { $by }, donc le reste ne compte pas.
think-choice = meilleur coup : { $best }, qui vaut { $value } (suite attendue : { $line })
think-positions = positions
think-leaves = jugées
think-without = sans coupure
think-with = avec alpha-bêta
think-saved = alpha-bêta épargne { $share } %
think-legend = une feuille s'additionne, dans cet ordre :
think-interrupted = interrompu : les valeurs marquées ? ne sont pas connues
think-stopped = arrêté après { $count } positions : les valeurs marquées ? ne sont pas connues ; --nodes fixe une autre limite
think-shortened = affiché jusqu'au niveau { $levels } ; --lines { $count } affiche tout ce qui est gardé
think-too-large = gardé jusqu'au niveau { $levels } : plus bas l'arbre est trop grand ; ses valeurs viennent de la profondeur entière

## Les duels

duel-title = { $game } : { $one } contre { $other }
duel-tally = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} : { $wins ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
}, { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
}, { $losses ->
    [one] { $losses } défaite
   *[other] { $losses } défaites
}
duel-seats = comme joueur 1 : { $first }, comme joueur 2 : { $second }
duel-score = score : { $score } % (intervalle à 95 % : { $low } à { $high })
duel-elo = Elo : { $elo } ({ $low } à { $high })
# $answer est l'un des trois suivants.
duel-sprt = { $answer } (test : { $ratio }, bornes ±{ $bound })
duel-yes = au moins { $high } % : oui
duel-no = au moins { $high } % : non
duel-undecided = { $low } % ou { $high } % : pas encore décidé
duel-no-answer = { $program } ne joue pas : { $why }
duel-no-cpu-time = { $player } réfléchit dans un processus à part : --cpu-time vaut pour les niveaux et les classiques
duel-stopped = interrompu
duel-stopped-saved = interrompu ; la même commande joue les parties qui restent
no-opening = aucune ouverture dedans
finished-opening = après ces coups la partie est finie
other-duel = la partie { $number } n'est pas de ce duel

## Les mesures, en colonnes

bench-count = { $name } { $nodes } nœuds { $seconds } s { $speed } nœuds/s
bench-total = total
bench-race = { $name } threads : { $threads }   profondeur : { $depth } { $speed } nœuds/s
# $line est le précédent.
bench-times = { $line }   × { $times }
bench-server-played = { $games } parties : { $moves } coups, { $speed } coups/s, { $errors } en échec
bench-server-acknowledged = d'un coup à l'accusé de conservation : médiane { $median } ms, 99 % en { $most } ms, au plus { $longest } ms
bench-server-arrived = d'un coup à l'adversaire : médiane { $median } ms, 99 % en { $most } ms, au plus { $longest } ms
bench-server-commits = coups conservés par attente du disque : { $moves }
bench-server-lobby = salon : { $kilobytes } ko/s vers tous les abonnés ensemble
bench-server-memory = mémoire : { $connection } Kio par connexion, { $game } Kio par partie au repos

## Solutions

solve-bounds = le score est entre { $low } et { $high }
solve-column = colonne { $column } : { $score }
solve-score = score : { $score }
solve-unsolved = on ne sait pas encore qui gagne
solve-cost = { $nodes } nœuds, { $seconds } s, { $speed } nœuds/s

## Bibliothèques d'ouvertures

train-no-positions = il n'y a pas de positions à apprendre
book-done = { $done } positions résolues sur { $all }
book-unfinished = { $left ->
    [one] 1 position n'est pas encore résolue
   *[other] { $left } positions ne sont pas encore résolues
}

## Jouer dans le terminal

# $example est un coup.
play-how = Tapez un coup, par exemple { $example }. Autres commandes : aide
play-seated = joueur { $number } ({ $colour }) : { $who }
play-you = vous
play-computer = ordinateur, { $name }
play-moved = joueur { $number } joue { $move }
play-passed = joueur { $number } passe
play-swaps = joueur { $number } demande l'échange
# $first et $second sont les noms des deux camps.
play-exchanged = Places échangées : qui jouait { $first } joue maintenant { $second }, et inversement.
play-only-pass = Aucun coup possible : tapez passe.
play-may-swap = Vous pouvez aussi prendre l'autre camp : tapez échange.
play-one-at-a-time = un seul coup à la fois contre l'ordinateur
play-reason-margin = { $reason } (écart : { $margin })
# Après « Victoire de joueur 2 : ».
play-resigned = joueur { $number } abandonne
play-won = Bien joué !
play-lost = Dommage…
play-offer-more = Rejouer ? (oui, non ; aussi annuler, sauver FICHIER)
play-already-over = la partie est finie
play-nothing-to-undo = rien à annuler
play-help =
    un coup           le jouer
    annuler           reprendre le dernier coup, avec la réponse de l'ordinateur
    refaire           rejouer ce qui a été repris
    conseil           ce que jouerait l'ordinateur
    coups             les coups possibles
    position          la position en une ligne
    sauver FICHIER    enregistrer la partie dans un nouveau fichier
    abandonner        s'avouer vaincu
    nulle             proposer la nulle
    échange           échanger les places, après le premier coup, si la partie le permet
    aide              cette liste
    quitter           arrêter
play-interrupted = partie interrompue
play-not-stored = la partie continue, mais n'est pas conservée : { $reason }
play-clocks = temps restant : joueur 1 { $first }, joueur 2 { $second }
play-how-to-resume = La partie est conservée. Pour continuer : damier play --resume { $id } (la page la montre aussi)
play-elsewhere = cette partie a continué ailleurs : elle en est là maintenant
play-nothing-to-resume = il n'y a pas de partie à continuer
play-not-resumed = il n'y a pas de partie « { $id } » à continuer ici
play-resume-in-page = la partie { $id } se joue sur deux écrans : continuez-la dans la page
play-ask-resume = Quelle partie ? (Entrée pour la première)
play-resumable = { $number }  { $id }  { $game }, { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
}, { $date }
play-no-input = impossible de lire l'entrée : { $error }
play-saved = partie enregistrée : { $file }
play-save-where = donnez un nom de fichier, par exemple : sauver partie.txt
play-file-exists = { $file } existe déjà, choisissez un autre nom
play-advice = conseil : { $move }
play-advice-because = conseil : { $move } ({ $outlook })
play-advice-swap = conseil : échange (l'autre camp est meilleur)
play-foreseen = suite attendue : { $line }

## Ce que peut attendre le joueur dont c'est le tour

outlook-win = { $moves ->
    [one] gagne en { $moves } coup
   *[other] gagne en { $moves } coups
}
outlook-loss = { $moves ->
    [one] mais l'adversaire gagne en { $moves } coup
   *[other] mais l'adversaire gagne en { $moves } coups
}
outlook-win-most = { $moves ->
    [one] gagne en { $moves } coup au plus
   *[other] gagne en { $moves } coups au plus
}
outlook-loss-most = { $moves ->
    [one] mais l'adversaire gagne en { $moves } coup au plus
   *[other] mais l'adversaire gagne en { $moves } coups au plus
}
outlook-draw = mène à la nulle
outlook-win-by = gagne de { $margin }
outlook-loss-by = perd de { $margin }
outlook-much-better = net avantage
outlook-better = léger avantage
outlook-even = partie équilibrée
outlook-worse = un peu moins bien, mais il n'y a pas mieux
outlook-much-worse = nettement moins bien, mais il n'y a pas mieux

## Questions avant une partie

ask-game = Quel jeu ?
ask-mode = Qui joue ?
mode-two-people = Deux personnes
mode-computer = Contre l'ordinateur
ask-level = Quel niveau ?
level-classic = Un algorithme classique
ask-classic = Quel algorithme ?
ask-depth = Quelle profondeur, de { $least } à { $most } ?
ask-side = Quel camp prenez-vous ?
# $colour est le nom du camp.
side-first = { $colour } : vous commencez
side-second = { $colour } : l'ordinateur commence
side-random = Au hasard
choose-from-list = répondez par un numéro ou un nom de la liste
number-from-to = répondez par un nombre de { $least } à { $most }

## Arguments de la ligne de commande : en anglais, c'est clap lui-même qui parle

usage-unknown-argument = argument inconnu « { $argument } »
usage-missing-argument = il manque { $argument }
usage-missing-command = il manque une commande
usage-unknown-command = commande inconnue « { $command } »
usage-conflict = { $argument } ne va pas avec { $other }
usage-missing-value = { $argument } attend une valeur
usage-value = valeur « { $value } » refusée pour { $argument }
usage-value-known = valeur « { $value } » refusée pour { $argument } (possibles : { $known })
usage-value-range = valeur « { $value } » refusée pour { $argument } (attendu : de { $first } à { $last })
usage-value-least = valeur « { $value } » refusée pour { $argument } (attendu : au moins { $first })
usage-value-number = valeur « { $value } » refusée pour { $argument } (un nombre entier était attendu)
usage-value-seconds = valeur « { $value } » refusée pour { $argument } (un temps en secondes était attendu)
usage-near = { $complaint }, vouliez-vous dire { $near } ?
usage-line = Utilisation : { $usage }
usage-more = Pour en savoir plus : --help

## Le serveur

problem-not-owner = seul le propriétaire peut faire cela, sur la même machine

## Lancement du serveur

serve-address = Damier : { $url }
serve-how-to-end = Ctrl-C pour quitter.
serve-runs-already = Il est déjà lancé.
serve-runs-alone = Damier est déjà lancé, mais pour cette machine seule : ouvrez-le aux autres depuis sa page, sous « En ligne » ; ou quittez-le, puis relancez-le avec --lan
serve-pass-on = Communiquez cette adresse à votre adversaire :
serve-no-lan = cette machine n'a pas d'adresse sur un réseau local
serve-no-browser = le navigateur ne s'ouvre pas : saisissez-y l'adresse
serve-port-taken = un autre programme utilise le port { $port } : choisissez-en un autre avec --port
serve-no-listener = le serveur ne peut pas écouter sur { $address } : { $error }
serve-listen-taken = un autre programme utilise déjà { $address } : arrêtez-le, ou choisissez un autre port avec --listen { $other }
serve-no-stored-games = il n'y a pas de parties conservées dans { $path } : vérifiez --data
serve-no-data-folder = aucun dossier pour les données : indiquez-en un avec --data
serve-no-data = { $path } est inutilisable : { $error }
serve-store-lost = { $path } ne peut plus être ouvert : { $error }
serve-failed = le serveur ne peut pas continuer : { $error }
serve-page-with-command = --no-open, --lan, --port et --data lancent la page : ils vont sans commande
serve-no-url = { $url } n'est pas une adresse du web, comme https://damier.example
serve-https-without-proxy = --public-url { $url } demande --trust-proxy : Damier parle HTTP sans TLS, un proxy avec TLS se trouve donc devant lui. Sans confiance, ce proxy pourrait faire de tous les visiteurs une seule personne, celle qui est à cette machine, avec une seule liste de parties et /metrics ouvert à tous. Ajoutez --trust-proxy, et que le proxy pose X-Forwarded-For, comme deploy/nginx.conf et deploy/Caddyfile
serve-loopback-without-proxy = --public-url { $url } demande --trust-proxy : seule cette machine atteint { $address }, les autres passent donc par un proxy. Sans confiance, ce proxy pourrait faire d'eux tous une seule personne, celle qui est à cette machine, avec une seule liste de parties et /metrics ouvert à tous. Ajoutez --trust-proxy, et que le proxy pose X-Forwarded-For ; ou, sans proxy, écoutez les autres avec --listen 0.0.0.0:{ $port }
serve-folder-served = { $folder } est déjà servi, à { $url } par le processus { $process } : arrêtez-le d'abord, ou choisissez un autre dossier avec --data
serve-folder-served-by-another = { $folder } est déjà servi par un autre Damier : arrêtez-le d'abord, ou choisissez un autre dossier avec --data

## Parties conservées

verify-file = illisible : { $error }
verify-event = événement { $version } : { $error }
verify-summary = { $matches } parties, { $events } événements, { $wrong } erreurs
games-exported = { $count ->
    [one] 1 partie écrite dans { $path }
   *[other] { $count } parties écrites dans { $path }
}
games-imported = { $count ->
    [one] 1 partie conservée
   *[other] { $count } parties conservées
}
games-already-there = { $count ->
    [one] 1 partie était déjà là
   *[other] { $count } parties étaient déjà là
}
games-wrong = { $path }, partie { $number } : { $text }

## L'apprentissage

train-nothing = le moteur de { $game } n'a pas de poids à apprendre
train-played = { $done } parties jouées sur { $all }
train-round = tour { $round } : perte { $learnt }, dans les parties écartées { $kept }
train-compared = { $games } parties : les nouveaux poids obtiennent { $score } ± { $error } %
train-no-game = un score, un nombre, un départ et des coups étaient attendus, séparés par des tabulations
train-other-weights = { $found } poids au lieu de { $wanted }

## L'équité des plateaux

fairness-games = { $games ->
    [one] 1 partie de { $plies } coups
   *[other] { $games } parties de { $plies } coups en moyenne
}
fairness-score = { $seat } obtient { $score } ± { $error } % ; sur le plateau { $laid } %, sur son demi-tour { $turned } %
fairness-verdict = verdict : { $verdict }
fairness-no-boards = { $game } se joue toujours sur le même plateau

## Un profil sur plusieurs appareils, et noms signalés

problem-profile-here = cette machine a son propre profil, qui reste
problem-profile-link = ce lien a déjà servi, a expiré ou n'a jamais existé : créez-en un autre sur l'autre appareil
problem-profile-devices = ce profil est déjà sur autant d'appareils que possible ; retirez d'abord les autres
problem-no-name = personne qui ait un nom n'est assis là

## Partage sur le réseau local

problem-lan-fixed = ce programme a été lancé pour les autres du réseau : quittez-le pour le leur fermer
problem-lan-none = cette machine n'est sur aucun réseau local : connectez-la, puis réessayez
problem-body-ends = le corps de la requête finit trop tôt
problem-no-upgrade = cette adresse est celle d'un WebSocket
problem-qr-empty = il faut un texte pour faire un code
problem-lan-listener = aucune adresse de cette machine ne peut être ouverte aux autres : { $error }
problem-seeks = vous cherchez déjà un adversaire à plusieurs endroits : arrêtez d'abord l'une de ces recherches

## Aide des commandes : clap dit le reste, voir help.fr.ftl

usage-help-games = Jeux : { $games }
usage-help-examples = Exemples :
usage-help-default = [par défaut : { $values }]
usage-help-possible = [valeurs possibles : { $values }]

## Partager

no-picture = { $file } ne peut pas être dessiné : { $error }
no-picture-format = { $file } : le nom d’une image se termine par .svg ou .png

serve-report = { $date }  « { $name } »  partie { $id }  signalé par { $reporter }
serve-reports = { $count ->
    [0] Aucun nom n'a été signalé
    [one] { $count } nom signalé
   *[other] { $count } noms signalés
}
serve-reports-deleted = { $count ->
    [one] { $count } signalement supprimé
   *[other] { $count } signalements supprimés
}

## Bases de données et leurs copies

block-nobody = « { $who } » n’est ni une adresse, ni un réseau, ni un profil (v-…), ni la clé d’un réseau (n-…)
block-bad-line = { $file }, ligne { $line } : « { $text } » n’est ni une adresse, ni un réseau, ni un profil (v-…), ni la clé d’un réseau (n-…)
block-listed = { $count ->
    [one] { $count } entrée dans { $file }
   *[other] { $count } entrées dans { $file }
}
block-saved = { $count ->
    [one] { $count } entrée dans { $file }. Un serveur en marche la lit dans les deux secondes.
   *[other] { $count } entrées dans { $file }. Un serveur en marche les lit dans les deux secondes.
}
block-command = pour exclure ce joueur : damier block { $who }

store-no-url = l’adresse de la base de données est illisible : { $error } ; attendu postgres://utilisateur@machine/base
store-password-in-argument = tout le monde sur cette machine peut lire un mot de passe dans la ligne de commande : mettez l’adresse dans DAMIER_DATABASE, ou le mot de passe dans le fichier que nomme PGPASSFILE
store-unusable = la base de données { $database } est inutilisable : { $error }
store-table-copied = { $table } : { $rows }
store-copied = Tout ce qui est dans { $from } est maintenant aussi dans { $to }, et a été comparé.
store-target-not-empty = { $to } n’est pas vide ; rien n’a été copié
store-in-use = un serveur utilise la base de données ({ $connections } connexions) : arrêtez-le d’abord
store-differs = la copie de la table { $table } n’est pas ce qui a été lu ; rien n’a été copié
store-backed-up = { $file } : { $matches ->
    [one] { $matches } partie
   *[other] { $matches } parties
}, { $events ->
    [one] { $events } événement
   *[other] { $events } événements
} ; vérifié
store-not-backed-up = { $from } n’est pas sauvegardé dans { $file } : { $error }
store-exists = { $file } existe déjà ; une sauvegarde ne remplace rien
store-no-file = { $url } se sauvegarde avec le programme de PostgreSQL : pg_dump --format=custom --file={ $file } { $url }
store-same-place = un stockage ne peut pas être copié sur lui-même

# La connexion à NATS.
nats-no-url = { $url } n'est pas une adresse de NATS, comme nats://host:4222
nats-secret-in-url = L'adresse de NATS contient un utilisateur ou un mot de passe, que tous peuvent lire sur cette machine. Donnez un fichier avec --nats-credentials, ou posez DAMIER_NATS_USER et DAMIER_NATS_PASSWORD_FILE
nats-no-password = DAMIER_NATS_USER est posé, mais ni DAMIER_NATS_PASSWORD ni DAMIER_NATS_PASSWORD_FILE
nats-no-file = Impossible de lire { $file } : { $error }
nats-unreachable = Pas de connexion à NATS : { $error }

# Workers
worker-no-nats = Un worker reçoit son travail par NATS : donnez son adresse avec --nats, ou définissez DAMIER_NATS
worker-ready = { $threads ->
    [one] Le worker est prêt, avec un fil d'exécution.
   *[other] Le worker est prêt, avec { $threads } fils d'exécution.
}

## Terminal en plein écran

tui-title = Damier
tui-menu-play = Jouer
tui-menu-continue = Reprendre
tui-menu-rules = Règles
tui-menu-settings = Paramètres
tui-menu-quit = Quitter
tui-menu-keys = ↑↓ choisir · Entrée ouvrir · ? aide · q quitter
tui-list-keys = ↑↓ choisir · Entrée ouvrir · Échap retour
tui-form-keys = ↑↓ choisir · ←→ changer · Échap retour
tui-setup-keys = ↑↓ choisir · ←→ changer · r tourner, f retourner un quadrant · Entrée jouer
tui-rules-keys = ↑↓ PgPréc PgSuiv défiler · ←→ autre jeu · Échap retour
tui-keys = ? aide · Entrée jouer · u annuler · i indice · v valeurs · : commande · q menu
tui-help =
    flèches   déplacer le curseur (hjkl)
    Entrée    y jouer (ou espace, clic)
    1 2 3     jouer dans la colonne
    a b c, m  taper un coup, puis Entrée
    u, r      annuler, refaire
    i         indice
    n         ordinateur : jouer tout de suite
    p, s      passer, échanger les places
    t         tourner le plateau
    G, C, N   parler, réclamer, rejouer
    D, R      proposer nulle, abandonner
    v         valeurs des coups, oui ou non
    {"."}         avec valeurs : voir le meilleur
    w         revue de la partie
    Tab       aux coups, au plateau
    {"["} ]       parcourir la partie
    Début Fin son début, sa fin
    :         annuler, sauver FICHIER, quitter …
    q, Échap  menu ; la partie est gardée
    Ctrl-Z    suspendre ; fg reprend
    Ctrl-C    finir
tui-too-small = Cette fenêtre est trop petite : il faut { $width } × { $height } caractères.
tui-yes-no = (o/n)
tui-past = coup { $shown } sur { $all } · Fin : retour à la partie
tui-after-end = q menu · w revoir · u annuler
tui-thinking = le joueur { $number } réfléchit, profondeur { $depth } · n : jouer tout de suite
tui-only-pass = Aucun coup possible : p pour passer.
tui-may-swap = À vous, ou s : prendre l'autre camp.
tui-no-pass = il y a des coups, on ne passe donc pas
tui-no-swap = les places ne s'échangent pas maintenant
tui-no-turn = les pièces tombent : ce plateau ne se tourne pas
tui-no-analysis = pas d'analyse tant que des personnes jouent ailleurs cette partie
tui-nothing-to-review = il n'y a encore rien à revoir
tui-reviewing = revue de la partie…
tui-analysing = analyse…
tui-ask-resign = Abandonner ?
tui-ask-draw = Proposer la nulle ?
tui-draw-offered = Le joueur { $number } propose la nulle. D'accord ?
tui-short-win = G{ $moves }
tui-short-win-most = G≤{ $moves }
tui-short-loss = P{ $moves }
tui-short-loss-most = P≤{ $moves }
tui-variation = variante après le coup { $entries } : { $line }
tui-moves = Coups
tui-move-count = { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
}
tui-setting-language = Langue
tui-setting-colours = Couleurs
tui-setting-background = Fond
tui-setting-characters = Caractères
tui-setting-motion = Mouvement
tui-language = français
tui-colours-none = aucune
tui-colours-16 = 16
tui-colours-256 = 256
tui-colours-all = toutes
tui-background-dark = sombre
tui-background-light = clair
tui-characters-ascii = ASCII
tui-characters-unicode = Unicode
tui-on = oui
tui-off = non
tui-setup-game = Jeu
tui-setup-rules = Règle
tui-setup-board = Plateau
tui-setup-seed = Graine
tui-setup-quadrant = Quadrant { $number }
tui-setup-mode = Joueurs
tui-setup-opponent = Ordinateur
tui-setup-opponent-second = 2e ordinateur
tui-setup-starts = Commence
tui-setup-clock = Pendule
tui-setup-swap = Échange
tui-board-random = au hasard
tui-board-quadrants = quadrants
tui-mode-watch = Ordinateur contre ordinateur
tui-starts-me = vous
tui-starts-computer = l'ordinateur
tui-clock-none = aucune
tui-clock-game = { $minutes } min + { $seconds } s
tui-clock-move = { $seconds } s par coup
play-computers-only = seuls des ordinateurs jouent cette partie

# Load test of several servers
bench-server-needs-cluster = plusieurs serveurs partagent --database et --nats, et --kills en demande au moins deux
bench-server-resumed = { $kills } serveurs tués : leurs joueurs ({ $games } parties) ont joué le coup suivant après { $median } ms (médiane), 99 % en { $most } ms, au plus { $longest } ms
bench-server-cancelled = { $cancels } analyses annulées : le worker en a terminé la moitié en { $median } ms, 99 % en { $most } ms, { $over } après plus de 50 ms

# Several servers
# Moteurs d'autres auteurs, et essais de leurs protocoles
external-no-command = « { $command } » n'est pas une ligne de commande : un guillemet n'est pas fermé, ou il n'y a rien
external-not-started = le programme ne peut pas être lancé : { $why }
external-closed = le programme a fermé sa sortie
external-exited = le programme s'est arrêté ({ $status })
external-exited-saying = le programme s'est arrêté ({ $status }) : { $said }
external-silent = pas de réponse pendant { $seconds } s
external-overtime = pas de coup en { $seconds } s
external-illegal = un coup interdit : { $move }
external-bad-answer = une réponse qui n'est pas du protocole : { $line }
external-flood = plus de texte qu'aucune réponse n'en a
external-unsupported = cela ne peut pas se jouer par ce protocole : { $what }
external-halted = abandonné
external-no-engine = { $name } : { $fault }
check-passed = ok    { $test }
check-failed = NON   { $test } : { $problem }
check-total = { $passed } essais réussis sur { $tests }
check-which-game = le moteur ne dit pas à quels jeux il joue : nommez-en un avec --game
check-no-game = le moteur ne propose aucun jeu connu ici
check-no-answer = pas de réponse à « { $command } » pendant { $seconds } s
check-too-late = la réponse a pris { $seconds } s au lieu de { $allowed } s
check-too-early = la recherche s'est finie d'elle-même, par { $answer }
check-still-runs = le programme tourne encore
check-second-answer = une seconde réponse : { $answer }
check-illegal = le coup « { $answer } » est interdit dans { $position }
check-missing = il manque : { $what }
check-wrong-answer = la réponse à « { $command } » devrait être { $expected }
check-refused = « { $command } » est refusé : { $why }
check-accepted = « { $command } » est accepté, mais c'est une erreur
check-unknown = continue après une commande inconnue
check-moves = joue un coup permis dans des positions de toutes sortes
check-movetime = tient le temps d'un coup
check-clock = tient sa pendule
check-garbage = continue après des octets qui ne sont pas une commande
check-quit = finit avec quit
check-eof = finit avec son entrée
check-quit-searching = finit avec quit pendant qu'il cherche
check-eof-searching = finit avec son entrée pendant qu'il cherche
check-ugi-handshake = dit son nom et ugiok, puis readyok
check-ugi-refused = continue après des positions et des coups impossibles
check-ugi-finished = répond aussi quand la partie est finie
check-ugi-once = répond une fois à chaque recherche
check-ugi-stop = s'arrête quand on le lui dit
check-ugi-searching = répond à isready pendant une recherche sans limite
check-gtp-handshake = parle la version 2
check-gtp-commands = énumère ses commandes, et a celles qu'il faut
check-gtp-numbers = répète les numéros des commandes
check-gtp-illegal = refuse les coups interdits et les commandes fausses
check-gtp-finished = répond aussi quand la partie est finie
check-nboard-handshake = répond pong à ping
check-nboard-move = joue les coups qu'on lui dit
check-nboard-hint = donne des indices
check-nboard-learn = répond learned à learn
check-nboard-refused = continue après des parties et des coups impossibles
check-nboard-ping = arrête sa recherche sur ping
forfeit-crashed = le programme adverse s'est arrêté
forfeit-illegal = le programme adverse a joué un coup interdit
forfeit-flagged = le programme adverse a pris trop de temps
forfeit-resigned = l'adversaire a abandonné
duel-faults = { $player } a perdu par sa faute : { $crashed } par arrêt, { $illegal } par coup interdit, { $overtime } par dépassement du temps
ladder-title = { $game } : { $players } joueurs, { $count } parties
ladder-player = joueur
ladder-rating = cote
ladder-interval = 95 %
ladder-games = parties
ladder-results = résultats
ladder-score = score
ladder-superiority = plus fort que le suivant
ladder-prior = Quelqu'un a gagné ou perdu toutes ses parties : chaque paire de joueurs a reçu une partie nulle de plus, pour qu'il y ait des cotes.
ladder-odd-games = les parties se jouent par paires : --games est un nombre pair
ladder-same-name = deux joueurs s'appellent « { $name } » : NOM=JOUEUR en renomme un
ladder-no-journal = ce n'est pas le journal d'un classement
ladder-other = c'est le journal d'un classement avec d'autres joueurs, ouvertures ou limites
ladder-damaged = la partie { $number } est illisible, ou n'est pas de ce classement
bot-wrong = un bot est NOM=PROTOCOLE:COMMANDE ou NOM@JEU=PROTOCOLE:COMMANDE, comme mien=ugi:./bot, et non « { $bot } »
bot-failed = { $name } a échoué : { $fault }. Le niveau { $level } a joué ce coup.

# Terminal : analyse, quadrants, arbres de recherche.
tui-menu-analyse = Analyser
tui-menu-quadrants = Quadrants
tui-analyse-about = Tapez ou collez des coups, une position, une partie ou le nom d'un fichier ; ou choisissez une partie ci-dessous.
tui-analyse-keys = Entrée lire, analyser · ↑↓ vos parties · Échap retour
tui-analyse-moves = coups
tui-analyse-position = position
tui-analyse-players = { $first } – { $second }
tui-gallery-keys = ↑↓ choisir · Entrée dessiner · n nouveau · d effacer · i importer · x exporter
tui-tile-built-in = les quadrants d'origine restent comme ils sont
tui-tile-ask-remove = Effacer { $name } ?
tui-tile-ask-discard = Abandonner votre dessin ?
tui-tile-import = Importer le fichier :
tui-tile-export = Écrire dans le fichier :
tui-tile-name = Nom :
tui-tile-nameless = nouveau quadrant
tui-editor-title = Dessiner un quadrant
tui-editor-keys = flèches · Entrée peindre · 1–4 couleur · s garder · ? aide · Échap retour
tui-editor-help =
    t  tourner   f  retourner
    u  annuler   U  refaire
    c  vider     *  au hasard
tui-tiles-help =
    Galerie
    flèches   choisir un quadrant
    Entrée    le dessiner : le vôtre, ou une copie
    n         en dessiner un nouveau
    d         effacer un des vôtres
    i, x      importer d'un fichier, exporter

    Dessin
    flèches   déplacer le curseur (ou hjkl)
    1 2 3 4   couleur ; ou sa lettre, ou Tab
    Entrée    peindre (ou espace, clic)
    Effacer   ôter la couleur
    t, f      tourner, retourner
    u, U      annuler, refaire
    c, *      vider, remplir au hasard
    s         nommer et garder
    q, Échap  retour
tui-think-title = Voir l'ordinateur réfléchir
tui-think-plan = { $game } · { $method } · profondeur { $depth } · { $order }
tui-think-alpha-beta = alpha-bêta
tui-think-listed = coups dans l'ordre
tui-think-best-first = meilleurs coups d'abord
tui-think-worst-first = pires coups d'abord
tui-think-progress = pas { $at } sur { $all }
tui-think-searching = recherche…
tui-think-keys = flèches · [ ] pas · c coupure · b meilleure suite · a alpha-bêta · ± · ? aide
tui-think-help =
    flèches   parcourir l'arbre (ou hjkl) :
              droite déplie, gauche replie
    Entrée    déplier, replier ; e tout
    g, G      première ligne, dernière ligne
    {"["} ]       un pas en arrière, un en avant
    c         à la prochaine coupure
    Début Fin commencer la recherche, la finir
    b         le long de la meilleure suite
    a         alpha-bêta, ou minimax simple
    +, -      voir plus loin, moins loin
    o         un autre ordre des coups
    q, Échap  retour

    ▲ Max au trait, ▼ Min au trait, ■ jugée
    {"*"} meilleure suite, ✂ laissés de côté
    ≤ et ≥ : seule une borne est connue
tui-think-counts = Positions : { $without } sans coupure, { $with } avec alpha-bêta, { $visited } jusqu'ici
tui-think-at-most = au plus { $value }
tui-think-at-least = au moins { $value }
tui-think-begin = Appuyez sur ] : l'arbre grandit avec la recherche.
tui-think-enter-root = { $count ->
    [one] La recherche commence. C'est à Max, qui a un coup.
   *[other] La recherche commence. C'est à Max, et chacun des { $count } coups est essayé.
}
tui-think-enter-max = { $count ->
    [one] Après { $path }, c'est à Max, qui a un coup.
   *[other] Après { $path }, c'est à Max. De { $count } coups, il veut celui de plus grande valeur.
}
tui-think-enter-min = { $count ->
    [one] Après { $path }, c'est à Min, qui a un coup.
   *[other] Après { $path }, c'est à Min. De { $count } coups, il veut celui de plus petite valeur.
}
tui-think-judge = Après { $path }, la profondeur est atteinte et la position est jugée : elle vaut { $value } pour Max.
tui-think-judge-root = La partie est finie et vaut { $value } pour Max.
tui-think-judge-end = Après { $path }, la partie est finie. { $reason } Cela vaut { $value } pour Max.
tui-think-search = { $count ->
    [one] Après { $path }, la recherche continue : une position qui n'est pas montrée. Le résultat est { $value }.
   *[other] Après { $path }, la recherche continue : { $count } positions qui ne sont pas montrées. Le résultat est { $value }.
}
tui-think-first-max = { $value } est la première valeur trouvée ici : Max garde { $by } pour l'instant.
tui-think-first-min = { $value } est la première valeur trouvée ici : Min garde { $by } pour l'instant.
tui-think-better-max = { $value } est plus que { $before } : Max préfère maintenant { $by }.
tui-think-better-min = { $value } est moins que { $before } : Min préfère maintenant { $by }.
tui-think-worse-max = { $value } n'est pas plus que { $before } : Max en reste à { $by }.
tui-think-worse-min = { $value } n'est pas moins que { $before } : Min en reste à { $by }.
tui-think-alpha-rises = Alpha monte à { $value } : une fois ici, Max est sûr d'autant.
tui-think-beta-falls = Bêta descend à { $value } : une fois ici, Min peut tenir Max à cela.
tui-think-leave-max = Tous les coups après { $path } sont connus. Max prend la plus grande valeur : { $value }, par { $by }.
tui-think-leave-min = Tous les coups après { $path } sont connus. Min prend la plus petite valeur : { $value }, par { $by }.
tui-think-leave-at-most = Après { $path }, Max obtient { $value } ou moins. Il n'en faut pas plus : Max a aussi bien ailleurs.
tui-think-leave-at-least = Après { $path }, Max obtient { $value } ou plus. Il n'en faut pas plus : Min a aussi bien ailleurs.
tui-tile-imported = { $count ->
    [one] { $count } quadrant ajouté
   *[other] { $count } quadrants ajoutés
}
play-draw-offered = Le joueur { $number } propose la nulle. L'autre est-il d'accord ? (oui, non)
play-draw-declined = La nulle est refusée.

# Client du protocole des parties

client-unreachable = le serveur est injoignable : { $reason }
client-timeout = le serveur ne répond pas
client-untrusted = le certificat du serveur n'est pas reconnu : { $reason }. S'il est à vous, indiquez son fichier dans SSL_CERT_FILE
client-tls = pas de connexion sécurisée au serveur : { $reason }
client-no-match = le serveur n'a pas cette partie
client-status = le serveur refuse, avec le code { $status }
client-no-server = ce n'est pas un Damier, ou c'en est une autre version
client-moved = le serveur a déménagé : { $address }
client-outdated = ce programme et le serveur parlent des versions différentes du protocole : mettez le plus ancien à jour

# Le terminal en ligne

tui-menu-online = En ligne
tui-setup-listing = Qui peut venir
tui-board-halves = chacun sa moitié
tui-mode-online = Quelqu'un ailleurs
tui-starts-opponent = l'adversaire
tui-listing-public = tout le monde, par la liste
tui-listing-unlisted = avec le lien ou le code
tui-keys-table = ? aide · Entrée jouer · u reprendre · D nulle · R abandon · G parler · q partir
tui-after-end-table = q menu · w revoir · N rejouer
tui-you-watch = Vous regardez
tui-watchers = { $count ->
    [one] { $count } regarde
   *[other] { $count } regardent
}
tui-takeback-offered = Le joueur { $number } demande à reprendre un coup. D'accord ?
tui-takeback-asked = Vous demandez à reprendre un coup.
tui-rematch-offered = Le joueur { $number } veut rejouer. D'accord ?
tui-rematch-asked = Vous proposez de rejouer.
tui-not-at-table = pas dans une partie avec quelqu'un d'autre
tui-ask-abort = Annuler la partie ? Elle ne compte pour personne.
tui-ask-leave = Partir ? Votre adversaire pourra réclamer la victoire après dix secondes.
tui-ask-claim = Votre adversaire est parti. Réclamer la victoire (o) ou la nulle (n) ?
tui-ask-claim-end = Votre adversaire est parti. Terminer la partie ?
tui-nobody-absent = votre adversaire est là
tui-absent = déconnecté, { $time }
tui-absent-too-long = parti trop longtemps · C : réclamer
tui-not-stored = Pas encore enregistré, nouvel essai…
tui-connecting = Connexion…
tui-connection-lost = Connexion perdue, nouvel essai…
tui-connection-lost-because = Connexion perdue, nouvel essai… ({ $reason })
tui-no-answer = Pas encore de réponse du serveur…
tui-kept-move = Votre coup { $move } est gardé.
tui-kept-draw = Votre proposition de nulle est gardée.
tui-kept-takeback = Votre demande de reprise est gardée.
tui-kept-resign = Votre abandon est gardé.
tui-kept-other = Votre action est gardée.
tui-move-waits = Votre coup précédent n'a pas encore de réponse.
online-greet-hello = Bonjour !
online-greet-good-luck = Bonne chance !
online-greet-well-played = Bien joué !
online-greet-thanks = Merci !
online-greet-one-moment = Un instant, s'il vous plaît.
online-greet-oops = Oups !
online-greet-bye = Au revoir !
tui-table-closed = La table est fermée
tui-table-closed-more = Plus personne ne joue ici.
tui-table-waiting = En attente d'un adversaire
tui-table-sit = Une place est libre
tui-table-laying = Poser le plateau
tui-table-starting = La partie va commencer
tui-table-sit-keys = tapez votre nom · Entrée s'asseoir · Échap partir
tui-table-laying-keys = ↑↓ quadrant · ←→ changer · r tourner, f retourner · Entrée accord · q partir
tui-table-waiting-keys = c ordinateur · ←→ son niveau · q fermer la table
tui-table-watch-keys = ? aide · q partir
tui-table-free = libre
tui-table-seat = { $seat } : { $name }
tui-table-me = { $name } (vous)
tui-table-agrees = d'accord
tui-table-invited = Quelqu'un vous attend ici. Asseyez-vous, ou restez regarder.
tui-table-name = Votre nom :
tui-table-watch = Les deux places sont prises. La partie apparaîtra ici quand elle commencera.
tui-table-pass-on = Donnez ce lien à votre adversaire :
tui-table-code = Code : { $code }
tui-table-computer = c : asseoir l'ordinateur ‹ { $level } ›
tui-table-ask-close = Fermer la table ?
tui-table-ask-leave = Quitter la table ?
tui-lay-upper = Vous posez la moitié du haut.
tui-lay-lower = Vous posez la moitié du bas.
tui-lay-other-missing = Personne n'est encore là pour l'autre moitié.
tui-lay-other-agrees = Votre adversaire est d'accord avec le plateau.
tui-lay-other-laid = { $count ->
    [one] Votre adversaire a posé { $count } quadrant sur 2.
   *[other] Votre adversaire a posé { $count } quadrants sur 2.
}
tui-lay-agree = Entrée : ce plateau me convient
tui-lay-agreed = Vous êtes d'accord. La partie commence dès que votre adversaire l'est aussi.
tui-lay-agree-when = Dès que les quatre quadrants sont posés, chacun confirme le plateau.
tui-online-keys = ↑↓ choisir · ←→ changer · Entrée ouvrir · Échap retour
tui-online-join = Rejoindre par un lien, un code ou une adresse
tui-online-server = Serveur
tui-online-this-machine = cette machine
tui-online-tables = Tables du serveur
tui-online-open = Ouvrir une table
tui-online-seek = Trouver un adversaire
tui-online-seek-game = avec le jeu
tui-online-seek-clock = et la pendule
tui-online-network = Sur ce réseau
tui-online-type = Un code, un lien, ou l'adresse d'un autre Damier :
tui-online-type-server = Adresse du serveur ; vide : cette machine
tui-online-looking = Recherche de tables…
tui-online-no-tables = Personne n'attend pour l'instant. Ouvrez une table : les autres la verront ici.
tui-online-no-neighbours = Pas encore d'autre Damier sur ce réseau. On peut aussi taper une adresse.
tui-online-free = place libre
tui-online-playing = en cours
tui-stranger = joueur { $number }
play-sharing-ended = Le propriétaire du serveur ne laisse plus entrer les autres.
play-unknown-game = ce programme ne connaît pas ce jeu
play-unreadable-state = le serveur envoie un plateau qui ne peut pas être montré
play-no-place = ce n'est ni un code, ni un lien, ni une adresse : un code a six lettres et chiffres, une adresse ressemble à 192.168.1.20 ou https://damier.example
play-code-unknown = Aucune partie n'a ce code en ce moment. Peut-être est-elle finie, ou une lettre est fausse.
play-code-needs-server = un code appartient à un serveur : indiquez-le avec --server, ou prenez le lien
play-how-to-return = Revenir à la table : damier play --connect { $link }
play-says = { $name } dit : { $words }
play-you-sit = Vous êtes assis ici : joueur { $number }.
play-came = { $name } s'assied.
play-left = { $name } est parti.
play-gone = { $name } a perdu la connexion.
play-back = { $name } est de retour.
play-taken-back = Un coup a été repris.
play-table-draw-offered = Le joueur { $number } propose la nulle : accepter ou refuser.
play-takeback-offered = Le joueur { $number } demande à reprendre un coup : accepter reprise ou refuser reprise.
play-rematch-offered = Le joueur { $number } veut rejouer : accepter revanche, ou quitter.
play-rematch-begins = La revanche commence.
play-laid = Le joueur { $number } a posé : { $tiles }
play-agrees = Le joueur { $number } est d'accord avec le plateau.
play-connection-back = Connexion rétablie
play-kept = Il n'y a pas de connexion : c'est gardé, et envoyé dès qu'elle est rétablie.
play-may-sit = Une place est libre : tapez asseoir et votre nom, ou restez regarder.
play-table-commands = Autres commandes : aide
play-table-over = Rejouer : rejouer. Finir : quitter.
play-table-help =
    asseoir NOM  prendre une place
    annuler, nulle    demander à reprendre un coup, proposer la nulle
    accepter, refuser répondre ; aussi accepter reprise, accepter revanche
    abandonner   abandonner, ou annuler une partie à peine commencée
    réclamer     réclamer la victoire à quelqu'un qui est parti ; réclamer nulle
    dire N       1 bonjour, 2 bonne chance, 3 bien joué, 4 merci, 5 un instant, 6 oups, 7 au revoir
    poser, confirmer  poser sa moitié du plateau, comme poser 1 2f+90 ; approuver le plateau
    ordinateur NIVEAU laisser l'ordinateur prendre la place libre
    lien         comment trouver la table
    rejouer      jouer encore
    partir       rendre la place
play-ask-table = Quelle table ? (son numéro ; Entrée termine)
play-table-row = { $number }  { $game }, { $players }
play-no-clock = une pendule est faite de minutes et de secondes, comme 5+3, pas { $text }

# Certificats.
prove-game-missing = quel jeu ? damier prove JEU --out FICHIER, ou damier prove --check FICHIER
prove-no-certificates = il n'y a pas de certificats pour { $game }
prove-moves = { $moves } coups de la stratégie
prove-valid = Le certificat est valable.
prove-win = Le joueur { $number } gagne en { $plies } demi-coups ou moins ; coups de la stratégie : { $moves }
prove-draw = Le joueur { $number } annule au moins, en { $plies } demi-coups ou moins ; coups de la stratégie : { $moves }
prove-margin = Le joueur { $number } obtient { $margin } au moins, en { $plies } demi-coups ou moins ; coups de la stratégie : { $moves }
prove-refused = { $file }, ligne { $line } : { $why }
# Moteurs dans le navigateur
serve-no-web = --engine browser demande --web DIR : un dossier fait par `cargo xtask web`, avec les moteurs pour les navigateurs
serve-web-unusable = { $path } n'a pas de moteurs pour les navigateurs : { $error }

# Problèmes.
puzzle-none = il n'y a pas de problèmes pour { $game }
puzzle-no-such = il n'y a pas de tel problème
puzzle-records-unused = --record va avec --from records
puzzle-positions = { $positions } positions
puzzle-mined = Parties : { $games }, positions examinées : { $positions }, problèmes gardés : { $kept }
puzzle-refused = Refusées : { $count }, { $reason }
puzzle-time = Secondes par problème : { $seconds }
puzzle-proved = Problèmes prouvés : { $count }
puzzle-title = { $game }, problème { $id } : difficulté { $grade } sur 6, classement { $rating }
puzzle-goal-win = Le joueur { $number }, au trait, gagne par un seul coup. Coups à trouver : { $moves }
puzzle-goal-within = Le joueur { $number }, au trait, gagne en { $amount } coups au plus. Coups à trouver : { $moves }
puzzle-goal-draw = Le joueur { $number }, au trait, tient la nulle par un seul coup. Coups à trouver : { $moves }
puzzle-goal-draw-best = Le joueur { $number }, au trait, annule, et par un seul coup. Coups à trouver : { $moves }
puzzle-goal-margin = Le joueur { $number }, au trait, gagne de { $amount } si les deux jouent au mieux. Coups à trouver : { $moves }
puzzle-how = Tapez un coup, ou indice, solution, coups, quitter.
puzzle-right = Juste. L'adversaire répond { $reply }.
puzzle-wrong-win = { $move } ne gagne pas : c'est prouvé.
puzzle-wrong-within = { $move } ne gagne pas aussi vite : c'est prouvé.
puzzle-wrong-draw = { $move } perd : c'est prouvé.
puzzle-wrong-margin = { $move } en perd au moins deux : c'est prouvé.
puzzle-refutation = L'adversaire répond { $reply }.
puzzle-refutation-line = L'adversaire répond { $reply }, et la suite peut être { $rest }.
puzzle-solved = { $mistakes ->
    [0] Résolu.
    [one] Résolu, après une erreur.
   *[other] Résolu, après { $mistakes } erreurs.
}
puzzle-solution = La solution : { $moves }
puzzle-hint-themes = Il s'agit de : { $themes }
puzzle-hint-piece = Jouez la pièce en { $square }.
puzzle-hint-move = Le coup est { $move }.

## Temps des joueurs d'un duel

duel-time-used = temps d'une partie : { $one } { $time } s, { $other } { $other_time } s
