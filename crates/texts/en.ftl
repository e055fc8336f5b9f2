# What the program says in English. fr.ftl says the same in French: a test fails when a text or one
# of its arguments is only here or only there, or when no source uses it.
# What games name themselves (titles, pieces, why a move is refused) is in their own folders.

## The text board

player-sign = player { $number }: { $sign }
to-move = player { $number } to move
wins = Player { $number } wins
draw = Draw
# $verdict is one of the two before.
over = { $verdict }: { $reason }
tally = { $label }: { $first } – { $second }
swapped = seats exchanged
# The board that was drawn, as it can be typed again.
drawn-board = board: seed:{ $seed }

## Right, unusual, wrong

ok = ok
warning = warning: { $text }
error = error: { $text }
about = { $name }: { $text }
not-written = the output cannot be written: { $error }
unknown-game = there is no game '{ $name }' (games: { $known })
unknown-game-near = there is no game '{ $name }', did you mean { $near }? (games: { $known })
