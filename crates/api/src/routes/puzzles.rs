//! Puzzles: overview, the next one, tries, hints and solutions. No solution is sent before it is found or given up.

use engine::{
    Difficulty, Entry, Puzzle, PuzzleAnswer as Answered, PuzzleCollection, PuzzleGoal,
    PuzzleSession, Theme,
};
use rules::{Choice, Live, SplitMix64, Spot, View};
use store::PuzzleResult;
use wire::http::{
    ChosenPuzzle, DailyPuzzle, GamePuzzles, GradeInfo, HintStep, NextPuzzleQuery, PuzzleAnswer,
    PuzzleAttempt, PuzzleCount, PuzzleGoalInfo, PuzzleHint, PuzzleHintRequest, PuzzleInfo,
    PuzzleSolution, PuzzleState, PuzzleSummary, PuzzleVerdict, Puzzles, ThemeInfo, ThemeName,
};
use work::{WorkPriority, WorkUpdate};

use super::SMALL_REQUEST_BYTES;
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::puzzles::{
    LibraryPuzzle, PuzzleProgress, collections, daily, date_of, day_of, find_puzzle, refutation,
    refutation_request,
};
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

/// Puzzles nearest to a visitor's rating, of which one is chosen.
const NEXT_CANDIDATES: usize = 5;
/// Squares that a hint shows where a move is a single square.
const HINT_SQUARES: usize = 3;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/puzzles", overview),
        Route::get("/api/puzzles/next", next),
        Route::get("/api/puzzles/{id}", show),
        Route::post("/api/puzzles/{id}", attempt),
        Route::post("/api/puzzles/{id}/hint", hint),
        Route::post("/api/puzzles/{id}/solution", solution),
    ]
}

async fn overview<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    let progress = PuzzleProgress::load(&context).await?;
    let today = day_of(context.now().wall);
    let overview = move |games: &Games, _: &dyn WorkBudget| {
        let daily = daily(games, today)?.map(|LibraryPuzzle { entry, puzzle }| DailyPuzzle {
            id: puzzle.id.clone(),
            game: entry.game.info().id.to_owned(),
            date: date_of(today),
            state: progress.state(&puzzle.id),
        });
        let of_game = |(entry, collection): (Entry, &PuzzleCollection)| {
            game_puzzles(entry.game.info().id, &collection.puzzles, &progress)
        };
        let games = collections(games)?.into_iter().map(of_game).collect();
        Ok(Response::json(&Puzzles { daily, streak: progress.streak(), games }))
    };
    context.run_blocking(0, overview).await
}

/// The puzzles of a game, counted.
fn game_puzzles(game: &str, puzzles: &[Puzzle], progress: &PuzzleProgress) -> GamePuzzles {
    let count = |is_of: &dyn Fn(&Puzzle) -> bool| {
        let mut count = PuzzleCount::default();
        for puzzle in puzzles.iter().filter(|puzzle| is_of(puzzle)) {
            count.puzzles += 1;
            count.solved += u32::from(progress.is_solved(&puzzle.id));
        }
        count
    };
    let of_theme = |theme: Theme| ThemeInfo {
        id: theme.id().to_owned(),
        title: theme.title(),
        count: count(&|puzzle| puzzle.themes.contains(&theme)),
    };
    let mut themes: Vec<_> = Theme::ALL.into_iter().map(of_theme).collect();
    themes.retain(|theme| theme.count.puzzles > 0);
    themes.sort_by_key(|theme| std::cmp::Reverse(theme.count.puzzles));
    let of_grade =
        |grade| GradeInfo { grade, count: count(&|puzzle| puzzle.difficulty.grade == grade) };
    let grades = (1..=Difficulty::MAX_GRADE).map(of_grade);
    GamePuzzles {
        game: game.to_owned(),
        total: count(&|_| true),
        themes,
        grades: grades.filter(|grade| grade.count.puzzles > 0).collect(),
        rating: progress.rating_info(game),
    }
}

async fn next<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let query: NextPuzzleQuery = request.query()?;
    let progress = PuzzleProgress::load(&context).await?;
    let random = SplitMix64::new(context.random()? as u64);
    let choose = move |games: &Games, _: &dyn WorkBudget| {
        let id = choose(games, &query, &progress, random)?;
        Ok(Response::json(&ChosenPuzzle { id: id.ok_or(Error::NotFound)? }))
    };
    context.run_blocking(0, choose).await
}

/// A puzzle that the visitor has not tried, or else not solved, or else any: one of those nearest to the rating.
fn choose(
    games: &Games,
    query: &NextPuzzleQuery,
    progress: &PuzzleProgress,
    mut random: SplitMix64,
) -> Result<Option<String>, Error> {
    let theme = query.theme.as_deref();
    let is_wanted = |puzzle: &Puzzle| {
        theme.is_none_or(|theme| puzzle.themes.iter().any(|one| one.id() == theme))
            && query.grade.is_none_or(|grade| puzzle.difficulty.grade == grade)
            && query.after.as_deref() != Some(puzzle.id.as_str())
    };
    let mut found: Vec<(&str, Vec<&Puzzle>)> = Vec::new();
    for (entry, collection) in collections(games)? {
        let game = entry.game.info().id;
        if query.game.as_deref().is_some_and(|wanted| wanted != game) {
            continue;
        }
        let puzzles: Vec<_> = collection.puzzles.iter().filter(|one| is_wanted(one)).collect();
        if !puzzles.is_empty() {
            found.push((game, puzzles));
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let (game, mut puzzles) = found.swap_remove(random.below(found.len() as u64) as usize);
    let effort = |puzzle: &Puzzle| match progress.state(&puzzle.id) {
        PuzzleState::New => 0,
        PuzzleState::Failed => 1,
        PuzzleState::Solved | PuzzleState::Won => 2,
    };
    let rating = progress.rating(game).rating;
    let distance = |puzzle: &Puzzle| (f64::from(puzzle.difficulty.rating()) - rating).abs();
    puzzles.sort_by(|one, other| {
        effort(one).cmp(&effort(other)).then(distance(one).total_cmp(&distance(other)))
    });
    let first = effort(puzzles[0]);
    let nearest = puzzles.iter().take(NEXT_CANDIDATES).take_while(|one| effort(one) == first);
    let chosen = random.below(nearest.count() as u64) as usize;
    Ok(puzzles.get(chosen).map(|puzzle| puzzle.id.clone()))
}

async fn show<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    let progress = PuzzleProgress::load(&context).await?;
    let today = day_of(context.now().wall);
    let show = move |games: &Games, _: &dyn WorkBudget| {
        let LibraryPuzzle { entry, puzzle } = find_puzzle(games, &id)?;
        let session = LibraryPuzzle { entry, puzzle }.session()?;
        let is_daily = daily(games, today)?.is_some_and(|daily| daily.puzzle.id == id);
        Ok(Response::json(&PuzzleInfo {
            game: entry.game.info().id.to_owned(),
            position: puzzle.position.clone(),
            view: session.live().view(),
            goal: goal(puzzle.goal),
            moves: puzzle.moves() as u32,
            grade: puzzle.difficulty.grade,
            rating: puzzle.difficulty.rating().into(),
            state: progress.state(&id),
            date: is_daily.then(|| date_of(today)),
            id,
        }))
    };
    context.run_blocking(0, show).await
}

fn goal(goal: PuzzleGoal) -> PuzzleGoalInfo {
    match goal {
        PuzzleGoal::Win => PuzzleGoalInfo::Win,
        PuzzleGoal::WinWithin(plies) => PuzzleGoalInfo::WinWithin { moves: plies.div_ceil(2) },
        PuzzleGoal::Draw => PuzzleGoalInfo::Draw,
        PuzzleGoal::Margin(margin) => PuzzleGoalInfo::Margin { margin },
    }
}

/// Plays the right moves of a solver, with the replies of the opponent.
fn play_right(session: &mut PuzzleSession, moves: &[String]) -> Result<(), Error> {
    for notation in moves {
        match session.answer(notation).map_err(|error| Error::bad("moves", error.text))? {
            Answered::Continues { .. } => {}
            Answered::Solved | Answered::Wrong { .. } => return Err(no_moves()),
        }
    }
    Ok(())
}

/// The error for moves that are not those of a solver up to now.
fn no_moves() -> Error {
    Error::bad("moves", texts::text("problem-puzzle-moves", &[]))
}

fn play(live: &mut dyn Live, entry: &str) -> Result<(), Error> {
    live.play(entry).map_err(|error| Error::failed(format!("{entry}: {error:?}")))
}

/// Verdict on the moves of a solver.
enum Judged {
    /// All are right: the views after the last and after the reply to it.
    Right(Vec<View>),
    Solved(Box<View>),
    /// The last, which has not been played, is wrong.
    Wrong {
        live: Box<dyn Live>,
        wrong: String,
        right: String,
    },
}

fn judge(found: LibraryPuzzle, moves: &[String]) -> Result<Judged, Error> {
    let (tried, earlier) = moves.split_last().ok_or_else(no_moves)?;
    let mut session = found.session()?;
    play_right(&mut session, earlier)?;
    let right = session.expected().unwrap_or_default().to_owned();
    match session.answer(tried).map_err(|error| Error::bad("moves", error.text))? {
        Answered::Continues { .. } => {
            let mut before = session.live().boxed_clone();
            before.truncate(before.record().moves.len() - 1);
            Ok(Judged::Right(vec![before.view(), session.live().view()]))
        }
        Answered::Solved => Ok(Judged::Solved(Box::new(session.live().view()))),
        Answered::Wrong { notation } => {
            Ok(Judged::Wrong { live: session.live().boxed_clone(), wrong: notation, right })
        }
    }
}

async fn attempt<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let (id, PuzzleAttempt { moves }) = (request.param(0), request.json()?);
    context.check_write()?;
    let judge = move |games: &Games, _: &dyn WorkBudget| {
        let found = find_puzzle(games, &id)?;
        Ok((found, judge(found, &moves)?))
    };
    let (found, judged) = context.run_blocking(SMALL_REQUEST_BYTES, judge).await?;
    let answer = |verdict, views| PuzzleAnswer { verdict, views, refutation: None, summary: None };
    Ok(Response::json(&match judged {
        Judged::Right(views) => answer(PuzzleVerdict::Right, views),
        Judged::Solved(view) => {
            let summary = Some(record(&context, found, true).await?);
            PuzzleAnswer { summary, ..answer(PuzzleVerdict::Solved, vec![*view]) }
        }
        Judged::Wrong { live, wrong, right } => {
            let live = context.check_fair_play(found.entry, live).await?;
            record(&context, found, false).await?;
            refute(&context, found, live, wrong, right).await?
        }
    }))
}

/// Answers a wrong move with its refutation.
async fn refute(
    context: &impl Context,
    found: LibraryPuzzle,
    mut live: Box<dyn Live>,
    wrong: String,
    right: String,
) -> Result<PuzzleAnswer, Error> {
    context.check_effort()?;
    let request = refutation_request(&found.entry, live.position(), wrong.clone());
    let (_, updates) = context.run_engine(WorkPriority::Match, request).await?;
    let reviewed = updates.into_iter().find_map(|update| match update {
        WorkUpdate::Entry(entry) => Some(*entry),
        WorkUpdate::Report(_) => None,
    });
    let refute = move |_: &Games, _: &dyn WorkBudget| {
        play(live.as_mut(), &wrong)?;
        let mut views = vec![live.view()];
        let (refutation, more) = refutation(live.as_mut(), reviewed.as_ref(), &right);
        views.extend(more);
        let (verdict, refutation) = (PuzzleVerdict::Wrong, Some(refutation));
        Ok(PuzzleAnswer { verdict, views, refutation, summary: None })
    };
    context.run_blocking(0, refute).await
}

/// Stores the result of a try, and sums up what has been reached.
async fn record(
    context: &impl Context,
    found: LibraryPuzzle,
    is_solved: bool,
) -> Result<PuzzleSummary, Error> {
    let LibraryPuzzle { entry, puzzle } = found;
    let game = entry.game.info().id;
    let before = PuzzleProgress::load(context).await?;
    let at = context.now().wall;
    let is_daily = move |games: &Games, _: &dyn WorkBudget| {
        Ok(daily(games, day_of(at))?.is_some_and(|daily| daily.puzzle.id == puzzle.id))
    };
    let is_daily = is_solved && context.run_blocking(0, is_daily).await?;
    let result = PuzzleResult {
        puzzle: puzzle.id.clone(),
        game: game.to_owned(),
        at,
        is_won: is_solved,
        is_solved,
        rating: puzzle.difficulty.rating().into(),
        day: is_daily.then(|| day_of(at)),
    };
    context.store().put_puzzle_result(context.profile(), result).await?;
    let after = PuzzleProgress::load(context).await?;
    let is_first = before.state(&puzzle.id) == PuzzleState::New;
    let change = || (after.rating(game).rating - before.rating(game).rating).round() as i32;
    Ok(PuzzleSummary {
        state: after.state(&puzzle.id),
        solution: puzzle.solution.clone(),
        themes: theme_names(puzzle),
        rating: after.rating_info(game),
        change: is_first.then(change),
        streak: after.streak(),
    })
}

fn theme_names(puzzle: &Puzzle) -> Vec<ThemeName> {
    let name = |theme: &Theme| ThemeName { id: theme.id().to_owned(), title: theme.title() };
    puzzle.themes.iter().map(name).collect()
}

async fn hint<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let (id, PuzzleHintRequest { moves, step }) = (request.param(0), request.json()?);
    context.check_write()?;
    let open = move |games: &Games, _: &dyn WorkBudget| {
        let found = find_puzzle(games, &id)?;
        let mut session = found.session()?;
        play_right(&mut session, &moves)?;
        let next = session.expected().ok_or_else(no_moves)?.to_owned();
        Ok((found, session.live().boxed_clone(), next))
    };
    let (found, live, next) = context.run_blocking(SMALL_REQUEST_BYTES, open).await?;
    let live = context.check_fair_play(found.entry, live).await?;
    if step > HintStep::Theme {
        record(&context, found, false).await?;
    }
    let choices = live.view().choices;
    let choice = choices.iter().find(|choice| choice.notation == next).cloned();
    let choice = choice.ok_or_else(|| Error::failed("a solution with a move that is not legal"))?;
    let spots = if step >= HintStep::Square { hint_spots(&choice, &choices) } else { Vec::new() };
    let themes = theme_names(found.puzzle);
    let choice = (step == HintStep::Move).then_some(choice);
    Ok(Response::json(&PuzzleHint { themes, spots, choice }))
}

/// The piece that moves; or the square of the move among others, so that the hint does not tell it.
fn hint_spots(choice: &Choice, choices: &[Choice]) -> Vec<Spot> {
    let [spot] = choice.steps[..] else {
        return choice.steps.first().copied().into_iter().collect();
    };
    let others = choices.iter().filter_map(|one| one.steps.first().copied());
    let mut others: Vec<Spot> = others.filter(|other| *other != spot).collect();
    others.sort_unstable();
    others.dedup();
    // From anywhere, but always the same.
    let mut random = SplitMix64::new(u64::from(spot.0));
    while others.len() >= HINT_SQUARES {
        others.swap_remove(random.below(others.len() as u64) as usize);
    }
    others.push(spot);
    others.sort_unstable();
    others
}

async fn solution<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    context.check_write()?;
    let open = move |games: &Games, _: &dyn WorkBudget| {
        let found = find_puzzle(games, &id)?;
        Ok((found, found.session()?.live().boxed_clone()))
    };
    let (found, live) = context.run_blocking(0, open).await?;
    let mut live = context.check_fair_play(found.entry, live).await?;
    let summary = record(&context, found, false).await?;
    let show = move |_: &Games, _: &dyn WorkBudget| {
        let mut views = Vec::new();
        for entry in &found.puzzle.solution {
            play(live.as_mut(), entry)?;
            views.push(live.view());
        }
        Ok(Response::json(&PuzzleSolution { views, summary }))
    };
    context.run_blocking(0, show).await
}
