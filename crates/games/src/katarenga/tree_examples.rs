//! Example positions of Katarenga for the display of search trees.

use engine::TreeExample;
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use rules::Text;

/// The examples, the simplest first.
pub(crate) static EXAMPLES: &[TreeExample] = &[
    TreeExample {
        id: "first-cut",
        title: Text::new("A first cut", "Une première coupure"),
        about: Text::new(
            "c1b1 is worth 9. After c1b2 the first answer, h2g1, already holds Max to 9: no better, so the other eleven answers are left out.",
            "c1b1 vaut 9. Après c1b2, la première réponse, h2g1, limite déjà Max à 9 : pas mieux, et les onze autres réponses sont laissées de côté.",
        ),
        start: "8/8/8/8/8/5o2/7o/2xx4 x BYRGGBYR/GRGBBGRG/RBYYRBYY/YBGRYRGB/RYGBYBGR/GYRYRGYY/BBGRGRBB/YRBGBYRG --/-- classic",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: None,
    },
    TreeExample {
        id: "camp",
        title: Text::new("The camp can wait", "Le camp peut attendre"),
        about: Text::new(
            "One move ahead Max enters a camp at once. Two moves ahead it sees that its last pawn on the board, c8, would be taken, and with that the game.",
            "À un coup, Max entre aussitôt dans un camp. À deux coups, il voit que son dernier pion sur le plateau, c8, serait pris, et la partie avec lui.",
        ),
        start: "2x5/8/1o6/8/8/8/8/5o1x x RGBYBGYR/YYBRYRYG/BGRGRGBB/GRYBGBRY/BGRYBGRY/YRGBYYBR/RBYGGRGB/GBYRRYBG --/-- classic",
        plan: TreePlan { depth: 1, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(2),
    },
    TreeExample {
        id: "horizon",
        title: Text::new("The horizon", "L'horizon"),
        about: Text::new(
            "Two moves ahead Max walks to a1. Three moves ahead it sees that f6 threatens both enemy pawns: one of them falls, and the game is won.",
            "À deux coups, Max marche vers a1. À trois coups, il voit que f6 menace les deux pions adverses : l'un d'eux tombe, et la partie est gagnée.",
        ),
        start: "8/5o2/6o1/4x3/8/7x/8/8 x BYRGGBYR/GRGBBGRG/RBYYRBYY/YBGRYRGB/RYGBYBGR/GYRYRGYY/BBGRGRBB/YRBGBYRG --/-- classic",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(3),
    },
    TreeExample {
        id: "order",
        title: Text::new("Why order matters", "Pourquoi l'ordre compte"),
        about: Text::new(
            "Max can win at once. Tried first, that move leaves 39 of the 2,301 positions to visit; worst first, 2,216. Change the order and compare.",
            "Max peut gagner tout de suite. Essayé d'abord, ce coup laisse 39 des 2 301 positions à visiter ; le pire d'abord, 2 216. Changez l'ordre et comparez.",
        ),
        start: "8/6x1/o7/8/8/8/xo6/8 x BYGRRGBY/GYRYYYBR/RBGBGRGB/YRBGBYRG/BGRYBGRY/YRBBYRGB/RGYGRBYG/GBYRGBYR --/-- classic",
        plan: TreePlan { depth: 3, method: TreeMethod::AlphaBeta, order: MoveOrder::Worst },
        deeper: None,
    },
];
