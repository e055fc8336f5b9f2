//! Where a source file can be changed, and how: found in its syntax tree.

use std::cmp::Reverse;
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, ImplItem, Item, ReturnType, Stmt, TraitItem, Type, UnOp};

use super::cfg::is_compiled;
use super::defaults::values;

/// A place in a file, with what may stand there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Site {
    pub(super) kind: SiteKind,
    /// Bytes of the file that are replaced; where a body begins, if that is what is replaced.
    pub(super) range: Range<usize>,
    pub(super) line: usize,
    /// Path of the function within the file: `Clock::left`.
    pub(super) function: String,
    pub(super) changes: Vec<Change>,
}

/// What a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SiteKind {
    /// An expression, another one stands in its place.
    Expression,
    /// The body of a function, which returns at once.
    Body,
}

/// What may stand in the place of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// The code.
    pub(super) code: String,
    /// In words, without blanks at its ends: `now >= at: >= becomes <`.
    pub(super) words: String,
}

/// All sites of a file, in the order in which they begin; an outer one before those within.
pub(super) fn sites(source: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, path: Vec::new(), sites: Vec::new() };
    if is_compiled(&file.attrs) {
        finder.visit_file(&file);
    }
    let mut sites = finder.sites;
    // A body is empty, and comes before what it begins with.
    let is_expression = |site: &Site| site.kind == SiteKind::Expression;
    sites.sort_by_key(|site| (site.range.start, is_expression(site), Reverse(site.range.end)));
    Ok(sites)
}

struct Finder<'a> {
    source: &'a str,
    /// Names of the modules, types and functions around.
    path: Vec<String>,
    sites: Vec<Site>,
}

impl Finder<'_> {
    fn text(&self, range: Range<usize>) -> &str {
        self.source.get(range).unwrap_or_default()
    }

    fn add(&mut self, kind: SiteKind, range: Range<usize>, span: Span, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        let (line, function) = (span.start().line, self.path.join("::"));
        self.sites.push(Site { kind, range, line, function, changes });
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.path.push(name);
        visit(self);
        self.path.pop();
    }

    fn function(&mut self, signature: &syn::Signature, block: &Block) {
        self.within(signature.ident.to_string(), |finder| {
            finder.body(signature, block);
            finder.visit_block(block);
        });
    }

    fn body(&mut self, signature: &syn::Signature, block: &Block) {
        let Some(first) = block.stmts.first() else { return };
        let inside = first.span().byte_range().start
            ..block.stmts.last().map_or(0, |last| last.span().byte_range().end);
        let whole = self.text(inside.clone()).to_owned();
        let values = match &signature.output {
            ReturnType::Default => vec!["()".to_owned()],
            ReturnType::Type(_, of) => values(of),
        };
        let changes = values
            .into_iter()
            .filter(|value| *value != whole)
            .map(|code| Change { words: format!("returns {code} at once"), code });
        let changes = changes.collect();
        // Items and `use` may stand first: a return is allowed before them.
        self.add(SiteKind::Body, inside.start..inside.start, signature.ident.span(), changes);
    }

    fn binary(&mut self, whole: Span, left: &Expr, op: &BinOp, right: &Expr) {
        if has_let(left) || has_let(right) {
            return;
        }
        let (before, after) = (left.span().byte_range(), right.span().byte_range());
        let operator = self.text(op.span().byte_range()).to_owned();
        let (left, right) = (operand(left, self.text(before)), operand(right, self.text(after)));
        let said = shortened(self.text(whole.byte_range()));
        let change = |other: &&str| Change {
            code: format!("{left} {other} {right}"),
            words: format!("{said}: {operator} becomes {other}"),
        };
        let changes = exchanged(&operator).iter().map(change).collect();
        self.add(SiteKind::Expression, whole.byte_range(), op.span(), changes);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_compiled(attributes(item)) {
            return;
        }
        match item {
            Item::Mod(module) => {
                self.within(module.ident.to_string(), |finder| {
                    visit::visit_item_mod(finder, module);
                });
            }
            Item::Trait(item) => {
                self.within(item.ident.to_string(), |finder| visit::visit_item_trait(finder, item));
            }
            Item::Impl(item) => {
                let of_trait = item.trait_.as_ref().map(|(_, path, _)| path);
                let of_trait = of_trait.and_then(|path| path.segments.last());
                let of_trait = of_trait.map(|segment| segment.ident.to_string());
                // What only developers read.
                if of_trait.as_deref() == Some("Debug") {
                    return;
                }
                let name = shortened(self.text(item.self_ty.span().byte_range()));
                let name = of_trait.map_or(name.clone(), |of| format!("{name} as {of}"));
                self.within(name, |finder| visit::visit_item_impl(finder, item));
            }
            Item::Fn(item) => self.function(&item.sig, &item.block),
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(item) = item
            && is_compiled(&item.attrs)
        {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Fn(item) = item
            && let Some(block) = &item.default
            && is_compiled(&item.attrs)
        {
            self.function(&item.sig, block);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attributes: &[Attribute] = match statement {
            Stmt::Local(local) => &local.attrs,
            Stmt::Expr(expression, _) => expression_attributes(expression),
            Stmt::Item(_) | Stmt::Macro(_) => &[],
        };
        if is_compiled(attributes) {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !is_compiled(&arm.attrs) {
            return;
        }
        if let Some((_, guard)) = &arm.guard {
            if !has_let(guard) {
                let span = guard.span();
                let said = shortened(self.text(span.byte_range()));
                let change = |value: &str| Change {
                    code: value.to_owned(),
                    words: format!("guard {said} becomes {value}"),
                };
                let changes = ["true", "false"].map(change).into();
                self.add(SiteKind::Expression, span.byte_range(), span, changes);
            }
            self.visit_expr(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        self.binary(binary.span(), &binary.left, &binary.op, &binary.right);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if let UnOp::Not(_) | UnOp::Neg(_) = unary.op {
            let code = self.text(unary.expr.span().byte_range()).to_owned();
            let operator = self.text(unary.op.span().byte_range());
            let said = shortened(self.text(unary.span().byte_range()));
            let change = Change { code, words: format!("{said}: {operator} is left out") };
            let span = unary.span();
            self.add(SiteKind::Expression, span.byte_range(), span, vec![change]);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // The length is constant.
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_generics(&mut self, _: &'ast syn::Generics) {}

    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'ast syn::AngleBracketedGenericArguments,
    ) {
    }
}

/// An operand as it may stand beside another operator.
fn operand(expression: &Expr, code: &str) -> String {
    match expression {
        Expr::Binary(_) | Expr::Cast(_) | Expr::Closure(_) | Expr::Range(_) => format!("({code})"),
        _ => code.to_owned(),
    }
}

/// What may stand in the place of an operator.
fn exchanged(operator: &str) -> &'static [&'static str] {
    match operator {
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        "<" => &["<=", ">"],
        ">" => &[">=", "<"],
        "<=" => &["<", ">"],
        ">=" => &[">", "<"],
        "+" => &["-", "*"],
        "-" | "*" => &["+", "/"],
        "/" => &["*", "%"],
        "%" => &["/", "+"],
        "&" => &["|", "^"],
        "|" => &["&", "^"],
        "^" => &["&", "|"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "+=" => &["-=", "*="],
        "-=" | "*=" => &["+=", "/="],
        "/=" => &["*=", "%="],
        "%=" => &["/="],
        "&=" => &["|="],
        "|=" => &["&="],
        "^=" => &["&=", "|="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        _ => &[],
    }
}

/// Whether a condition is a chain with `let`, which cannot stand in parentheses.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        _ => &[],
    }
}

fn expression_attributes(expression: &Expr) -> &[Attribute] {
    match expression {
        Expr::Block(expression) => &expression.attrs,
        Expr::Call(expression) => &expression.attrs,
        Expr::ForLoop(expression) => &expression.attrs,
        Expr::If(expression) => &expression.attrs,
        Expr::Match(expression) => &expression.attrs,
        Expr::MethodCall(expression) => &expression.attrs,
        _ => &[],
    }
}

/// Code in one line that is not too long.
fn shortened(code: &str) -> String {
    const LONGEST: usize = 60;
    let line = code.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let front: String = line.chars().take(LONGEST - 1).collect();
    front + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let sites = sites(source).expect("a file");
        let changes = sites.iter().flat_map(|site| {
            site.changes.iter().map(move |change| {
                format!("{} {}: {} [{}]", site.line, site.function, change.words, change.code)
            })
        });
        changes.collect()
    }

    #[test]
    fn operators_bodies_and_guards_are_found() {
        let source = "
impl Clock {
    fn left(&self, now: u64) -> u64 {
        let Self { left, .. } = self;
        match now { 0 if !self.runs => *left, _ => left - now }
    }
}";
        assert_eq!(
            found(source),
            [
                "3 Clock::left: returns 0 at once [0]",
                "3 Clock::left: returns 1 at once [1]",
                "5 Clock::left: guard !self.runs becomes true [true]",
                "5 Clock::left: guard !self.runs becomes false [false]",
                "5 Clock::left: !self.runs: ! is left out [self.runs]",
                "5 Clock::left: left - now: - becomes + [left + now]",
                "5 Clock::left: left - now: - becomes / [left / now]",
            ]
        );
    }

    #[test]
    fn what_is_constant_or_a_test_is_left_alone() {
        let source = "
const LONGEST: usize = 3 * 4;
enum Kind { One = 1 + 1 }
fn empty() {}
fn none() { let _ = [0_u8; 2 + 2]; const TWO: u8 = 1 + 1; }
impl std::fmt::Debug for Kind { fn fmt(&self) -> bool { 1 == 2 } }
#[cfg(test)] mod tests { fn a() -> bool { 1 == 1 } }
#[test] fn a() { assert!(1 == 1); let _ = 1 == 1; }
fn b(x: Option<u8>) { if x.is_some() && let Some(1) = x { } }";
        let expected = ["5 none: returns () at once [()]", "9 b: returns () at once [()]"];
        assert_eq!(found(source), expected);
    }
}
