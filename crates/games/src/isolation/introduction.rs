//! Playable introduction of Isolation.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "8/8/8/8/8/8/8/8 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "You are Red. The players place pawns in turn, and pawns never move. Place one on the red square d8, in the top row.",
            "Vous avez les rouges. On pose des pions à tour de rôle, et ils ne bougent plus. Posez-en un sur la case rouge d8, dans la rangée du haut.",
        ),
        expected: Expected::Moves(&["d8"]),
        otherwise: Some(Text::new(
            "You may place there too. For this lesson, take d8.",
            "Cette case est permise aussi. Pour cette leçon, prenez d8.",
        )),
        reply: Some("f5"),
        success: Text::new(
            "A pawn attacks by the colour of its square: from red straight on, like a rook. Attacked squares are crossed out. Blue has answered on f5, also on red.",
            "Un pion attaque selon la couleur de sa case : depuis le rouge, tout droit, comme une tour. Les cases attaquées sont barrées. Bleu a répondu en f5, sur du rouge aussi.",
        ),
    },
    IntroductionStep {
        start: "3x4/8/8/5o2/8/8/8/8 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "d8 is your own pawn. Try to place another one below it, on d5.",
            "Le pion en d8 est à vous. Essayez d'en poser un autre au-dessous, en d5.",
        ),
        expected: Expected::Refusals(&["d5", "d6", "d7", "d4"]),
        otherwise: Some(Text::new(
            "That square is free. This time, try the crossed square d5.",
            "Cette case est libre. Cette fois, essayez la case barrée d5.",
        )),
        reply: None,
        success: Text::new(
            "Every pawn forbids the squares it attacks to both players, your own pawns to yourself too.",
            "Chaque pion interdit aux deux joueurs les cases qu'il attaque, les vôtres à vous-même aussi.",
        ),
    },
    IntroductionStep {
        start: "3x4/8/8/5o2/8/8/8/8 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "From red and yellow, an attack ends at the next square of that colour. d8 attacks down to the red square d3. Place a pawn right behind it, on d2.",
            "Depuis le rouge et le jaune, l'attaque s'arrête à la case suivante de cette couleur. d8 attaque jusqu'à la case rouge d3. Posez un pion juste derrière, en d2.",
        ),
        expected: Expected::Moves(&["d2"]),
        otherwise: Some(Text::new(
            "Free as well, but the point is the square behind d3: d2.",
            "Libre aussi, mais il s'agit de la case derrière d3 : d2.",
        )),
        reply: Some("h7"),
        success: Text::new(
            "Right: d2 is not attacked. Your pawn there stands on green and attacks like a knight. A pawn stops an attack too.",
            "Oui : d2 n'est pas attaquée. Votre pion y est sur du vert et attaque comme un cavalier. Un pion arrête aussi une attaque.",
        ),
    },
    IntroductionStep {
        start: "3x4/7o/8/5o2/8/8/3x4/8 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "Now choose any square with a dot. The sign on it tells what your pawn will attack: rook, bishop, knight or king.",
            "Choisissez maintenant n'importe quelle case marquée d'un point. Son signe dit ce que votre pion attaquera : tour, fou, cavalier ou roi.",
        ),
        expected: Expected::AnyMove("b5"),
        otherwise: None,
        reply: None,
        success: Text::new(
            "More crosses, less room, for both. Whoever cannot place a pawn any more loses.",
            "Plus de croix, moins de place, pour les deux. Qui ne peut plus poser de pion perd.",
        ),
    },
    IntroductionStep {
        start: "3x4/7x/1x5o/5o2/8/2x1x3/3o3o/o7 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "The end is near: g1, g2, h1 and h4 are left. You want to place the last pawn, so leave Blue an even number of squares. Which one crosses out exactly one other?",
            "La fin approche : il reste g1, g2, h1 et h4. Vous voulez poser le dernier pion : laissez donc à Bleu un nombre pair de cases. Laquelle en barre exactement une autre ?",
        ),
        expected: Expected::Moves(&["g2"]),
        otherwise: Some(Text::new(
            "Then an odd number is left, and Blue places the last pawn. Look at g2: it attacks g1.",
            "Il reste alors un nombre impair, et Bleu posera le dernier pion. Voyez g2 : elle attaque g1.",
        )),
        reply: Some("h1"),
        success: Text::new(
            "Two squares were left that do not disturb each other. Blue has taken one of them…",
            "Il restait deux cases qui ne se gênent pas. Bleu a pris l'une…",
        ),
    },
    IntroductionStep {
        start: "3x4/7x/1x5o/5o2/8/2x1x3/3o2xo/o6o x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new("… and the other one is yours.", "… et l'autre est pour vous."),
        expected: Expected::Win("h4"),
        otherwise: None,
        reply: None,
        success: Text::new(
            "Blue cannot place a pawn: you win. There are no draws. Have a good game!",
            "Bleu ne peut plus poser de pion : vous gagnez. Il n'y a jamais de match nul. Bonne partie !",
        ),
    },
];
