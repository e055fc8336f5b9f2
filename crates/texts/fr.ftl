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
tally = { $label } : { $first } – { $second }
swapped = places échangées
# Le plateau tiré au sort, comme on peut le taper à nouveau.
drawn-board = plateau : seed:{ $seed }

## Correct, inhabituel, faux

ok = correct
warning = attention : { $text }
error = erreur : { $text }
about = { $name } : { $text }
not-written = impossible d'écrire la sortie : { $error }
unknown-game = il n'y a pas de jeu « { $name } » (jeux : { $known })
unknown-game-near = il n'y a pas de jeu « { $name } », vouliez-vous dire { $near } ? (jeux : { $known })

## Arguments de la ligne de commande : en anglais, c'est clap lui-même qui parle

usage-unknown-argument = argument inconnu « { $argument } »
usage-missing-argument = il manque { $argument }
usage-missing-command = il manque une commande
usage-unknown-command = commande inconnue « { $command } »
usage-conflict = { $argument } ne va pas avec { $other }
usage-missing-value = { $argument } attend une valeur
usage-value = valeur « { $value } » refusée pour { $argument }
usage-value-known = valeur « { $value } » refusée pour { $argument } (possibles : { $known })
usage-near = { $complaint }, vouliez-vous dire { $near } ?
usage-line = Utilisation : { $usage }
usage-more = Pour en savoir plus : --help
