//! Example positions of Isolation for the display of search trees.

use engine::TreeExample;
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use rules::Text;

/// The examples, the simplest first.
pub(crate) static EXAMPLES: &[TreeExample] = &[
    TreeExample {
        id: "first-cut",
        title: Text::new("A first cut", "Une première coupure"),
        about: Text::new(
            "g3 is worth −22. After h3 the third answer, g7, already holds Max to −22: no better, so the other four answers are left out.",
            "g3 vaut −22. Après h3, la troisième réponse, g7, limite déjà Max à −22 : pas mieux, et les quatre autres réponses sont laissées de côté.",
        ),
        start: "xo6/4o3/x7/7o/5x2/o1x5/4o3/xo1x4 x RGBYGBRY/YYBRBGBR/BGRGYRYG/GRYBRGYB/BGRYGRYB/YRGBBGRG/RBYGRBYY/GBYRYBGR classic",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: None,
    },
    TreeExample {
        id: "last",
        title: Text::new("The last pawn", "Le dernier pion"),
        about: Text::new(
            "One move ahead Max must guess who will place the last pawn, and chooses b6. Three moves ahead it sees the end: c8 wins.",
            "À un coup, Max doit deviner qui posera le dernier pion, et choisit b6. À trois coups, il voit la fin : c8 gagne.",
        ),
        start: "5o2/o4x2/8/2x4o/6x1/x4o2/4x1ox/xo1o4 x YRBGGBRY/RBGBRGBB/GYRYYRYG/BYGRBGYR/BGRYBGRY/YRBBYRGB/RGYGRBYG/GBYRGBYR classic",
        plan: TreePlan { depth: 1, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(3),
    },
    TreeExample {
        id: "horizon",
        title: Text::new("The horizon", "L'horizon"),
        about: Text::new(
            "Two moves ahead e4 looks best. Three moves ahead Max sees that e2 leaves itself the last square, whatever the answer.",
            "À deux coups, e4 semble le meilleur. À trois coups, Max voit que e2 lui laisse la dernière case, quelle que soit la réponse.",
        ),
        start: "5o2/7x/8/2o3xx/8/5o1x/xo6/x2o4 o BYGRRGBY/GYRYYYBR/RBGBGRGB/YRBGBYRG/BGRYBGRY/YRBBYRGB/RGYGRBYG/GBYRGBYR classic",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(3),
    },
    TreeExample {
        id: "order",
        title: Text::new("Why order matters", "Pourquoi l'ordre compte"),
        about: Text::new(
            "Worst first, alpha-beta still visits 151 of the 176 positions; best first, 42. The value found is the same. Change the order and compare.",
            "Le pire d'abord, alpha-bêta visite encore 151 des 176 positions ; le meilleur d'abord, 42. La valeur trouvée est la même. Changez l'ordre et comparez.",
        ),
        start: "xo6/4o3/x7/7o/5x2/o1x5/4o3/xo1x4 x RGBYGBRY/YYBRBGBR/BGRGYRYG/GRYBRGYB/BGRYGRYB/YRGBBGRG/RBYGRBYY/GBYRYBGR classic",
        plan: TreePlan { depth: 3, method: TreeMethod::AlphaBeta, order: MoveOrder::Worst },
        deeper: None,
    },
];
