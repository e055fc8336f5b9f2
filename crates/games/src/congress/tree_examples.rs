//! Example positions of Congress for the display of search trees.

use engine::TreeExample;
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use rules::Text;

/// The examples, the simplest first.
pub(crate) static EXAMPLES: &[TreeExample] = &[
    TreeExample {
        id: "block",
        title: Text::new("Stop the other first", "D'abord arrêter l'autre"),
        about: Text::new(
            "One move ahead Max brings its own pawns together. Two moves ahead it sees that e8 would go to d8 and unite all enemy pawns, and stops that.",
            "À un coup, Max rapproche ses propres pions. À deux coups, il voit que e8 irait en d8 réunir tous les pions adverses, et l'en empêche.",
        ),
        start: "2o1ox2/1ooxxx2/1oooxx2/1o3x2/8/1x6/8/8 x BYGRRGBY/GYRYYYBR/RBGBGRGB/YRBGBYRG/BGRYBGRY/YRBBYRGB/RGYGRBYG/GBYRGBYR classic",
        plan: TreePlan { depth: 1, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(2),
    },
    TreeExample {
        id: "horizon",
        title: Text::new("The horizon", "L'horizon"),
        about: Text::new(
            "Two moves ahead Max plays e2f2, and all that is left is d8. Three moves ahead it finds the right order: d8g5 first, then e2f2 cannot be stopped.",
            "À deux coups, Max joue e2f2, et il ne reste que d8. À trois coups, il trouve le bon ordre : d'abord d8g5, puis rien n'arrête e2f2.",
        ),
        start: "2ox4/8/8/7o/4o1xx/5xxx/4x1xo/4oooo x RGBYGBRY/YYBRBGBR/BGRGYRYG/GRYBRGYB/BGRYGRYB/YRGBBGRG/RBYGRBYY/GBYRYBGR classic",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(3),
    },
    TreeExample {
        id: "order",
        title: Text::new("Why order matters", "Pourquoi l'ordre compte"),
        about: Text::new(
            "Worst first, alpha-beta still visits 2,969 of the 3,655 positions; best first, 415. The value found is the same. Change the order and compare.",
            "Le pire d'abord, alpha-bêta visite encore 2 969 des 3 655 positions ; le meilleur d'abord, 415. La valeur trouvée est la même. Changez l'ordre et comparez.",
        ),
        start: "3xxoxo/4xoxo/4xoxo/4xoo1/8/8/8/8 x BYRGGBYR/GRGBBGRG/RBYYRBYY/YBGRYRGB/RYGBYBGR/GYRYRGYY/BBGRGRBB/YRBGBYRG classic",
        plan: TreePlan { depth: 3, method: TreeMethod::AlphaBeta, order: MoveOrder::Worst },
        deeper: None,
    },
];
