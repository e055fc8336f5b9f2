# What the page says in English. page.fr.ftl says the same in French. The texts are simple: nothing but
# { $names } to fill in; where a number matters there are two texts, -one and -other.
# What games name themselves comes from the server.

## Everywhere

home = Home
brand-home = Damier, home
navigation = Navigation
more = More
close = Close
cancel = Cancel
confirm = Confirm
send = Play
try-again = Try again
play = Play
analyse = Analyse
rules = Rules
settings = Settings
watch-thinking = Watch it think
quit = Quit
sound = Sounds
keyboard-help = Keyboard help
other-language = Passer en français
not-found = Page not found
not-found-more = There is nothing at this address.
unreachable = Damier does not answer
unreachable-more = The program may have been stopped. Start it again, then try once more.
copy-by-hand = Copy this text:

## Home

welcome = What shall we play?
welcome-more = Choose a game, or start playing right away.
quick-play = Play
# Between "Play" and the level, for those who hear the page.
quick-play-what = { $game } against the computer, level
resume-title = Games in progress
pairing-two = Two on this screen
pairing-computer = Against the computer, { $level }
pairing-watch = { $first } against { $second }
moves-one = { $count } move
moves-other = { $count } moves
just-now = just now
minutes-ago-one = { $count } minute ago
minutes-ago-other = { $count } minutes ago
hours-ago-one = { $count } hour ago
hours-ago-other = { $count } hours ago
days-ago-one = { $count } day ago
days-ago-other = { $count } days ago
open-record = Open a game
about-link = About Damier { $version }
quit-question = The program will stop. Your games are saved.
goodbye = See you soon!
goodbye-more = Damier has stopped. You can close this tab.

## Before a game

read-rules = Read the rules
# For those who hear it, with what stands where.
diagram = Board. { $pieces }
opponent = Opponent
mode-computer = The computer
mode-two = Two on this screen
mode-watch = Computer against computer
level = Level
level-first = Level of player 1
level-second = Level of player 2
classics = Classic algorithms
classics-more = For those who study them: each plays exactly as the books say.
classics-choose = Choose an algorithm…
starts = Who starts?
starts-me = Me
starts-other = The computer
starts-random = At random
clock = Clock
clock-none = None
clock-game = { $time } min
clock-move = { $time } a move
clock-custom = Other…
clock-minutes = Minutes
clock-increment = Seconds added per move
rule-set = Rules of the game
swap-rule = Swap rule
swap-rule-more = After the first move the other player may take the first one's place.
board = Board
board-random = At random
board-tiles = Quadrants
seed = Number of the board
seed-new = Another
fairness = Fairness of the board
fairness-ask = Is it fair?
fairness-stop = Enough
fairness-begun = The engine plays itself…
fairness-draw = A fair board
fairness-figures = { $seat } scores { $score } ± { $error } % in { $games ->
    [one] one game
   *[other] { $games } games
} of { $plies } plies on average, half of them with the board turned half round.
places = The four places of the board
places-how = Choose a place, then a quadrant; or drag a quadrant. R turns, F flips.
places-empty = A quadrant is still missing.
place-1 = Top left
place-2 = Top right
place-3 = Bottom left
place-4 = Bottom right
tile-name = quadrant { $name }
tile-turn = Turn
tile-flip = Flip
tile-remove = Remove

## Quadrants

quadrants = Quadrants
quadrants-more = Draw squares of colour of your own, and play on them.
quadrants-for = For { $games }
quadrants-own = Yours
quadrants-none = You have not drawn any yet: sixteen squares, a few colours, and your board is ready.
quadrants-all = All quadrants
quadrant-new = New quadrant
quadrant-draw = Draw one
quadrant-named = Quadrant { $name }
quadrant-edit = Change quadrant { $name }
quadrant-play = Play on quadrant { $name }
quadrant-copy = Duplicate quadrant { $name }
quadrant-export = Export quadrant { $name }
quadrant-remove = Delete quadrant { $name }
quadrant-remove-question = Games that have been played on it stay as they are.
quadrant-removed = Quadrant { $name } deleted.
quadrant-restored = Quadrant { $name } is back.
remove = Delete
back-to-setup = Back to { $game }
tile-nameless = without a name

## Drawing a quadrant

draw-canvas = Drawing
draw-tools = Tools
draw-how = Choose a colour, then paint the squares: click, drag, or use the arrows and keys 1, 2, 3…
draw-colours = Colours
draw-square = Row { $row }, column { $column }: { $colour }
draw-no-colour = no colour
draw-left-one = { $count } square still to paint
draw-left-other = { $count } squares still to paint
draw-undo = Undo
draw-redo = Redo
draw-turn = Turn
draw-flip = Flip
draw-random = Surprise
draw-clear = Clear
draw-name = Name
draw-suggested = Quadrant { $number }
draw-save = Save
draw-saved = Quadrant { $name } saved.
draw-play = Play on it
draw-play-what = Which game?
draw-restored = Your unsaved drawing is back.
draw-afresh = Start afresh
draw-collided = Changed elsewhere
draw-replace = Replace it
draw-other-name = Give your drawing another name to keep both.

## Quadrants from files and to files

import = Import
import-how = Lines such as “name: YBGR/RGYY/GRBB/BYRG”, JSON, or the quadrants.json of the original game. None of yours is replaced.
import-file = Choose a file…
import-text = Or paste a text
import-example = name: YBGR/RGYY/GRBB/BYRG
import-kept = This text was damaged last time. Mend it here, or throw it away.
import-forget = Throw away
import-download = Download the text
import-long = This text is too long.
import-added-one = { $count } quadrant imported:
import-added-other = { $count } quadrants imported:
import-same-one = { $count } was there already.
import-same-other = { $count } were there already.
import-full-one = { $count } found no room.
import-full-other = { $count } found no room.
import-none = Nothing was imported.
import-problems-one = { $count } problem; the text stays here so that you can mend it:
import-problems-other = { $count } problems; the text stays here so that you can mend it:
import-place = Line { $line }, column { $column }:
export = Export
export-form = Form
export-lines = Text
export-original = quadrants.json of the original
export-text = The quadrants as text
export-copied = Copied.
copy = Copy
download = Download

## The board

cell-empty = empty
cell-forbidden = forbidden
cell-winning = winning
cell-selected = chosen
cell-target = possible move
cell-playable = playable
# Moves that are buttons, by their notation.
choice--- = Pass
choice-swap = Swap places
# The same in the list of moves.
entry--- = pass
entry-swap = swap

## A match

player-you = You
player-number = Player { $number }
player-computer = Computer · { $level }
turn = { $seat } to move
your-turn = Your turn
thinking = The computer is thinking…
thinking-depth = The computer is thinking… depth { $depth }, { $seconds } s
move-now = Move now
sending = Sending the move…
connection-lost = Connection lost
connection-back = Connection restored
reconnecting = trying again…
not-your-turn = It is not your turn.
confirm-move = Play { $move }?
actions = Actions
undo = Undo
redo = Redo
hint = Hint
hint-move = Hint: { $move }
flip-board = Flip
offer-draw = Offer a draw
draw-asked = Draw offered.
draw-offered = { $player }: a draw is offered.
draw-declined = The draw is declined.
accept = Accept
decline = Decline
resign = Resign
resign-question = Do you really want to give up this game?
new-game = New game
rematch = Play again
leave = Leave
full-screen = Full screen
share = Share the link
link-copied = Link copied.
copy-position = Copy the position
position-copied = Position copied.
download-record = Download the game
move-list = Moves
no-moves = No moves yet
move-number = Move { $number }: { $move }
browse = Browse the game
go-start = To the start
go-back = Move before
go-on = Next move
go-end = To the present position
looking-start = Starting position
looking = Position after move { $number }
back-to-game = Back to the game
type-move = Type a move
clock-of = Clock: { $seat }
announce-move = { $seat } plays { $move }
announce-undone = Move taken back

## The end

result = Result
victory = VICTORY!
defeat = DEFEAT
draw = Draw
draw-because = Draw: { $reason }
aborted = GAME INTERRUPTED
wins = { $seat } wins!
wins-because = Player { $number } wins: { $reason }
reason-margin = { $reason } (margin: { $margin })
well-played = Well played!
pity = Too bad…
score-against = Against { $level }:
score-two = Two players:
score-first-one = player 1: { $count } win
score-first-other = player 1: { $count } wins
score-second-one = player 2: { $count } win
score-second-other = player 2: { $count } wins
wins-one = { $count } win
wins-other = { $count } wins
draws-one = { $count } draw
draws-other = { $count } draws
losses-one = { $count } loss
losses-other = { $count } losses
minutes-played-one = { $count } minute played
minutes-played-other = { $count } minutes played

## Settings

settings-look = Appearance
settings-sound = Sounds and music
settings-play = Play
settings-kept = Your choices are saved at once.
language = Language
theme = Theme
theme-system = As the system
theme-light = Light
theme-dark = Dark
palette = Colour-blind palette
palette-more = Colours that everybody can tell apart
coordinates = Coordinates around the board
volume = Volume
sound-test = Listen
music = Background music
music-more = Quiet, and never the same
music-volume = Volume of the music
motion = Animation
motion-off = Off
motion-quick = Quick
motion-classic = Classic
confirm-moves = Confirm every move
confirm-moves-more = A move is sent only after a second tap
delay = The computer answers no sooner than
seconds = { $seconds } s

## Keyboard help

key-name-enter = Enter
key-name-escape = Esc
key-name-space = Space
key-tab = go from place to place
key-arrows = move on the board
key-enter = choose, play
key-escape = cancel the choice
key-digits = play in a column
key-undo = take a move back
key-redo = play it again
key-hint = ask for a hint
key-flip = flip the board
key-now = make the computer move now
key-earlier = move before
key-later = next move
key-sound = sounds
key-help = this help
key-again = at the end: play again (or Enter)
key-leave = at the end: leave (or Esc)

## About

about = About Damier
about-what = Damier brings together five board games for two, with a computer that plays from very easy to very strong. Everything happens on your machine, without an account and without the internet.
about-names = The names of the games belong to their owners. Damier is an independent program: neither these owners nor the authors and publishers of the games have any part in it.
about-private = The page contacts nothing but your own Damier program.
about-licence = Damier is free software, under the MIT or the Apache 2.0 licence, as you like.
about-inside = What is inside
about-inside-more = Damier is built on the work of many people. These { $count } libraries are inside the program, each under its licence:
version = Version { $version }

## Watch it think

think-intro = A minimax player looks a few moves ahead, judges the positions it finds there, and works its way back to the best move. Follow it step by step.
think-choose = Choose a game, or one of its examples.
think-games = Games
think-examples = Examples
think-from-start = From the start
think-compare = Then look deeper: depth { $depth }
think-compared = Back to depth { $depth }
think-settings = The search
think-depth = Depth
think-ahead-one = { $count } move
think-ahead-other = { $count } moves
think-alpha-beta = Alpha-beta
think-order = Order of moves
think-order-listed = As listed
think-order-best = Best first
think-order-worst = Worst first
think-controls = Steps
think-restart = To the beginning
think-back = One step back
think-step = Step
think-run = Run
think-pause = Pause
think-next-cut = Next cut
think-end = To the end
think-speed = Speed
think-slow = Slow
think-normal = Normal
think-fast = Fast
think-progress = Step { $at } of { $all }
think-loading = Searching…
think-tree = The tree of the search
think-zoom-in = Larger
think-zoom-out = Smaller
think-legend = Signs
think-legend-max = Max to move
think-legend-min = Min to move
think-legend-leaf = judged
think-legend-best = best line
think-legend-cut = left out
# How a node is called by those who hear it: a move, whose turn, a value, and more.
think-node-root = The position thought about
think-node-move = Move { $move }
think-node-max = Max to move
think-node-min = Min to move
think-node-leaf = judged
think-node-value = value { $value }
think-node-open = not finished
think-node-best = best so far
think-node-cut-one = { $count } move left out
think-node-cut-other = { $count } moves left out
think-hidden-one = { $count } more move
think-hidden-other = { $count } more moves
think-at-most = at most { $value }
think-at-least = at least { $value }
# What happens, in words.
think-what-happens = What happens
think-begin = Press Step: the tree grows as the search goes on.
think-enter-root-one = The search begins at the position on the board. It is Max's turn. Max has one move.
think-enter-root-other = The search begins at the position on the board. It is Max's turn. Each of Max's { $count } moves is tried in turn.
think-enter-max-one = After { $path } it is Max's turn. Max has one move.
think-enter-max-other = After { $path } it is Max's turn. Of { $count } moves, Max wants the one with the largest value.
think-enter-min-one = After { $path } it is Min's turn. Min has one move.
think-enter-min-other = After { $path } it is Min's turn. Of { $count } moves, Min wants the one with the smallest value.
think-judge = After { $path } the depth is reached, so the position is judged: it is worth { $value } to Max.
think-judge-root = The game is over, and worth { $value } to Max.
think-judge-end = After { $path } the game is over: { $reason }. That is worth { $value } to Max.
think-search-one = After { $path } the search goes on in the same way: { $count } position that is not drawn. The result is { $value }.
think-search-other = After { $path } the search goes on in the same way: { $count } positions that are not drawn. The result is { $value }.
think-better-first-max = { $value } is the first value found here: Max keeps { $move } for now.
think-better-first-min = { $value } is the first value found here: Min keeps { $move } for now.
think-better-max = { $value } is more than { $before }: Max now prefers { $move }.
think-better-min = { $value } is less than { $before }: Min now prefers { $move }.
think-worse-max = { $value } is not more than { $before }: Max stays with { $move }.
think-worse-min = { $value } is not less than { $before }: Min stays with { $move }.
think-alpha-rises = Alpha rises to { $value }: once here, Max is sure of that much.
think-beta-falls = Beta falls to { $value }: once here, Min can hold Max to that.
think-cut-max = Cut! Min can already hold Max to { $sure } with { $place }. Here Max would get { $value } or more with { $move }, so Min has nothing to gain by coming here.
think-cut-min = Cut! Max is already sure of { $sure } with { $place }. Here Min can hold Max to { $value } with { $move }, so Max has nothing to gain by coming here.
think-cut-rest-one = Whatever the other move is worth, that stays so: it is left out.
think-cut-rest-other = Whatever the other { $count } moves are worth, that stays so: they are left out.
think-leave-max = All moves after { $path } are known. Max takes the largest value: { $value }, with { $move }.
think-leave-min = All moves after { $path } are known. Min takes the smallest value: { $value }, with { $move }.
think-leave-at-most = The position after { $path } is worth { $value } to Max, or less. More need not be known: Max has something as good elsewhere.
think-leave-at-least = The position after { $path } is worth { $value } to Max, or more. More need not be known: Min has something as good elsewhere.
think-leave-root = The search is finished. Max plays { $move }. It is worth { $value }, as far as the search can see.
think-leave-line = Both would go on like this: { $line }.
think-alpha = α { $value }
think-alpha-more = Max is sure of this much here
think-alpha-none = Max is sure of nothing yet
think-beta = β { $value }
think-beta-more = Min concedes no more here
think-beta-none = Min is sure of nothing yet
think-terms = How the position is judged
think-terms-none = Where the search ends, you see here how the position is judged.
think-terms-what = Counted
think-terms-count = Number
think-terms-weight = Points each
think-terms-points = Points
think-terms-sum = Value for Max
think-counts = Positions visited
think-without = Without pruning
think-with = With alpha-beta
think-more-than = more than { $count }
think-saved = Alpha-beta saves { $share } %.
think-so-far = So far: { $count }
think-levels = The whole tree is too large to look at. It is drawn down to level { $levels }; all values come from depth { $depth }.
think-stopped = That is too much: the search was stopped after { $count } positions. Choose a smaller depth, or switch alpha-beta on.
think-stopped-pruned = That is too much: the search was stopped after { $count } positions. Choose a smaller depth.
think-players = Max is { $max }, Min is { $min }.
think-board-root = The position thought about
think-board-after = After { $path }
think-from-here = Think from here
think-take-back = Take a move back
think-board-more = Play a move on the board to think about what comes after it.
think-what = What is minimax?
think-what-1 = The player to move is called Max, the opponent Min. All values are Max's: large is good for Max, small is good for Min.
think-what-2 = The search tries every move, every answer to it, and so on, as deep as you choose. There it stops and judges the positions by counting a few things. These are the leaves of the tree.
think-what-3 = Then values travel up. Where it is Max's turn the largest value counts, where it is Min's turn the smallest: each side plays the best it can. The value that arrives at the top is what Max can get.
think-what-4 = Alpha-beta finds the same value with less work. Alpha is what Max is already sure of elsewhere, beta what Min is. When alpha has reached beta, one of the two will never let the game come to this position, so its other moves need not be looked at.
think-what-5 = The earlier the good moves are tried, the more can be left out: compare the orders. And nothing beyond the depth is seen: that is the horizon.
think-keys = Keys
think-key-step = one step on
think-key-back = one step back
think-key-run = run, pause
think-key-cut = to the next cut
think-key-arrows = in the tree: move
think-key-enter = in the tree: show or hide moves

## Analysis: sent only to the screens that analyse

analysis-title = Analysis
analysis-bar = Who is ahead
analysis-exact = exact
analysis-estimated = estimated
analysis-unknown = not known yet
analysis-share = { $seat }: { $percent } % of the points to expect
# On a square: a win or a loss in so many moves.
analysis-short-win = W{ $moves }
analysis-short-loss = L{ $moves }
# What a move is worth to whoever makes it.
analysis-wins-one = wins at once
analysis-wins-other = wins in { $count } moves
analysis-loses-now = loses at once
analysis-loses-one = loses to the next move
analysis-loses-other = loses in { $count } moves
analysis-draws = leads to a draw
analysis-ahead-one = wins by { $count }
analysis-ahead-other = wins by { $count }
analysis-behind-one = loses by { $count }
analysis-behind-other = loses by { $count }
analysis-chance = { $percent } % of the points to expect
# How a position stands.
analysis-side-wins-one = { $seat } wins on the next move
analysis-side-wins-other = { $seat } wins in { $count } moves
analysis-side-won = { $seat } wins
analysis-side-draw = A draw with best play
analysis-side-ahead-one = { $seat } wins by { $count }
analysis-side-ahead-other = { $seat } wins by { $count }
analysis-even = About even
analysis-better = { $seat } is a little ahead
analysis-much-better = { $seat } is ahead
analysis-winning = { $seat } is far ahead
analysis-hidden = Your turn: what would you play?
# The engine.
analysis-engine = Engine
analysis-engine-off = The engine is off.
analysis-thinking = The engine is thinking…
analysis-effort = depth { $depth } · { $seconds } s · { $nodes } positions
analysis-effort-done = depth { $depth } · { $seconds } s · { $nodes } positions · finished
analysis-lines = Best lines
analysis-line = { $value }, { $kind }. Show on the board
analysis-play-move = Play { $move }
analysis-options = Display
analysis-line-count = Lines
analysis-values = A value on every square
analysis-values-more = Without them the engine looks deeper
analysis-hide = Hide verdicts until I answer
analysis-hide-more = Find the better moves yourself first
# Moves, comments, signs.
analysis-go-end = To the end of the line
analysis-comment = Comment on { $move }
analysis-comment-start = Comment on the start
analysis-comment-empty = Write what you think…
analysis-marks = Sign
analysis-mark-good = Good move
analysis-mark-brilliant = Brilliant move
analysis-mark-interesting = Interesting move
analysis-mark-doubtful = Doubtful move
analysis-mark-bad = Bad move
analysis-mark-terrible = Terrible move
analysis-promote = Main line
analysis-promoted = This variation is the main line now.
analysis-remove = Delete from here
analysis-removed = Deleted. Undo brings it back.
analysis-saving = Saving…
analysis-saved = Saved
analysis-not-kept = Not saved: Damier does not answer.
analysis-stale = This analysis was changed in another tab. Nothing is lost: keep yours as a copy, or load the other one.
analysis-keep-copy = Keep mine as a copy
analysis-load-other = Load the other one
# The game looked over.
analysis-review = The game, move by move
analysis-review-start = Look over the game
analysis-review-again = Look over it again
analysis-reviewing = The engine looks over the game, from the end…
analysis-review-over = The game has been looked over.
analysis-progress = Progress
analysis-graph = Graph of the game
analysis-accuracy = { $percent } % accurate
analysis-mistakes = Mistakes
analysis-no-mistakes = Not a mistake to be found. Well played!
analysis-inaccuracy = inaccuracy
analysis-mistake = mistake
analysis-blunder = blunder
analysis-mistake-move = { $number }. { $move }
analysis-better-move = Better: { $move }
analysis-see-better = Show it on the board
analysis-gave-away = Gives away { $percent } % of the points to expect.
analysis-retry = Try again
analysis-to-find-one = { $count } mistake to find.
analysis-to-find-other = { $count } mistakes to find.
analysis-quiz = Find them
# A better move is asked for.
analysis-find = Find a better move
analysis-find-more = { $seat } played { $move } here. Play something better on the board.
analysis-judging = { $move }: the engine takes a look…
analysis-wrong = { $move } is not it: { $value }.
analysis-same-move = that was the mistake
analysis-right = Well found!
analysis-right-more = { $move }: { $value }.
analysis-right-best = { $move } is what the engine plays too.
analysis-answer = Played: { $played }. Better: { $better }.
analysis-try-again = Another move
analysis-solve = Show the answer
analysis-next = Next mistake
analysis-stop = Stop
analysis-finish = Done
analysis-play-on = Play from here
analysis-play-on-more = A new game begins in this position, against the computer.
analysis-play-as = I play
analysis-to-match = Back to the game
analysis-other = Analyse something else
# Where analysis begins.
analysis-paste = Paste a game or a position
analysis-paste-more = Moves (4453, f5d6c3), a position, 64 squares in a line, a saved game, or a link to a page of Damier.
analysis-read = Analyse
analysis-which = This can be several games. Which one is it?
analysis-which-game = There are several games in the file. Which one?
analysis-from-start = From the beginning
analysis-your-games = Your finished games
analysis-your-analyses = Your analyses
analysis-variations-one = { $count } move in variations
analysis-variations-other = { $count } moves in variations
analysis-forget = Delete the analysis
analysis-forget-question = This analysis will be gone for good.
analysis-key-step = move before, next move
analysis-key-beside = another variation
analysis-key-ends = start, end of the line
analysis-key-undo = undo, redo a change
analysis-key-engine = engine on or off
analysis-key-comment = write a comment
analysis-key-promote = make it the main line
analysis-key-remove = delete from here
