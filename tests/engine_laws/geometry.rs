//! Vectors as points of a plane: what is drawn is what the model has.

use crate::models::{model, small, wild};
use proptest::collection::vec;
use proptest::prelude::*;
use twoaxes::engine::geometry::{
    Direction, Extent, NoPrincipal, Place, Plane, Principal, Raster, ScoreField, Slice, Slopes, Turn, logits_at,
    outline,
};
use twoaxes::engine::{Cell, Givens, Tensor, Trace, distance_to_hull, dot};

/// Planes of a space: the first two components, the first alone, and the principal directions where there are any.
fn planes<'a>(dimensions: usize, points: impl Iterator<Item = &'a [f64]> + Clone) -> Vec<Plane> {
    let alone = Plane { across: Direction::Component(dimensions - 1), up: None };
    let principal = Principal::of(points).ok().map(|principal| principal.plane);
    [Plane::first(dimensions), alone].into_iter().chain(principal).collect()
}

fn lines(givens: &Givens) -> Vec<&[f64]> {
    givens.values.iter().collect()
}

/// The first of the largest.
fn top(numbers: &[f64]) -> usize {
    (0..numbers.len()).reduce(|best, at| if numbers[at] > numbers[best] { at } else { best }).unwrap()
}

/// How far outside of the outline a place is, and 0 within: by the distance to its corners' hull.
fn outside(place: Place, places: &[Place]) -> f64 {
    let corners: Vec<&[f64]> = outline(places).into_iter().map(|at| &places[at][..]).collect();
    distance_to_hull(&place, &corners).unwrap().at_least()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// A projection keeps what a convex combination is: c stays in the hull of what can be read. Numbers up to 1, at most
    /// six of them: each sum is off by less than 10 ε.
    #[test]
    fn the_context_is_drawn_in_the_hull_of_what_is_read(givens in model(small())) {
        let trace = Trace::new(&givens);
        for plane in planes(givens.d_v(), lines(&givens).iter().copied()) {
            for row in 0..givens.rows() {
                let Ok(context) = trace.context(row) else { continue };
                let read = (0..givens.slots()).filter(|slot| givens.mask.readable(row, *slot));
                let places: Vec<Place> = read.map(|slot| plane.place(givens.values.line(slot)).unwrap()).collect();
                let out = outside(plane.place(&context).unwrap(), &places);
                prop_assert!(out <= 50.0 * f64::EPSILON, "{out:e}");
            }
        }
    }

    /// Every point lies within the outline, on the scale of the largest number.
    #[test]
    fn the_outline_holds_all_points(points in vec([small(), small()], 1..20), power in -300_i32..300) {
        let scale = 10.0_f64.powi(power);
        let points: Vec<Place> = points.into_iter().map(|point| point.map(|number| number * scale)).collect();
        let corners = outline(&points);
        prop_assert!(!corners.is_empty() && corners.iter().all(|corner| *corner < points.len()));
        let at = |corner: usize| points[corners[corner % corners.len()]].map(|number| number / scale);
        for point in points.iter().map(|point| point.map(|number| number / scale)) {
            if corners.len() < 3 {
                prop_assert!(outside(point, &points.iter().map(|p| p.map(|x| x / scale)).collect::<Vec<_>>()) <= 1e-15);
                continue;
            }
            for corner in 0..corners.len() {
                let (a, b) = (at(corner), at(corner + 1));
                let turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
                prop_assert!(turn >= -1e-14, "{turn:e}");
            }
        }
    }

    /// Any finite numbers have an outline, whatever they are.
    #[test]
    fn any_points_have_an_outline(points in vec([wild(), wild()], 0..12)) {
        let corners = outline(&points);
        prop_assert_eq!(corners.is_empty(), points.is_empty());
        prop_assert!(corners.iter().all(|corner| *corner < points.len()));
    }

    /// Two perpendicular directions of length 1, the first with the larger share; turned by no accident.
    #[test]
    fn principal_directions_are_orthonormal_and_ordered(
        (width, points) in (1..6_usize).prop_flat_map(|width| (Just(width), vec(vec(small(), width), 1..9))),
        power in -290_i32..290,
    ) {
        let scale = 10.0_f64.powi(power);
        let scaled: Vec<Vec<f64>> = points.iter().map(|p| p.iter().map(|x| x * scale).collect()).collect();
        let all_equal = points.iter().all(|point| *point == points[0]);
        let found = Principal::of(scaled.iter().map(Vec::as_slice));
        match found {
            Err(NoPrincipal::OnePoint) => prop_assert_eq!(points.len(), 1),
            Err(reason) => prop_assert!(all_equal, "{:?}", reason),
            Ok(Principal { plane, shares }) => {
                prop_assert!(!all_equal && shares[0] >= shares[1] && shares[0] + shares[1] <= 1.0 + 1e-12);
                let Direction::Unit(first) = &plane.across else { panic!("no component") };
                prop_assert_eq!(first.len(), width);
                prop_assert!((dot(first, first) - 1.0).abs() < 1e-13);
                prop_assert!(first[plane.across.main_component()] > 0.0 || first.iter().any(|x| *x > 0.0));
                if let Some(Direction::Unit(second)) = &plane.up {
                    prop_assert!((dot(second, second) - 1.0).abs() < 1e-13 && dot(first, second).abs() < 1e-13);
                    prop_assert!(shares[1] > 0.0);
                } else {
                    // All on a line: the first direction has all of the spread.
                    prop_assert!((shares[0] - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    /// Adversarial numbers: a direction of finite numbers or a reason, a raster of finite numbers or none.
    #[test]
    fn nothing_is_no_number(points in (1..4_usize).prop_flat_map(|width| vec(vec(wild(), width), 1..7)),
                            a in [wild(), wild()], b in [wild(), wild()], columns in 1_u16..90, lines in 1_u16..50) {
        if let Ok(Principal { plane, shares }) = Principal::of(points.iter().map(Vec::as_slice)) {
            prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
            for point in &points {
                if let Some(place) = plane.place(point) {
                    prop_assert!(place.iter().all(|number| number.is_finite()));
                }
            }
        }
        let extent = Extent::at(a).with(b);
        for extent in [extent, extent.rounded()] {
            if let Some(raster) = Raster::around(extent, (columns, lines)) {
                prop_assert!(raster.height() > 0.0 && raster.height().is_finite() && raster.step().is_finite());
                let corners = [raster.middle(0, 0), raster.middle(columns - 1, lines - 1)];
                prop_assert!(corners.iter().flatten().all(|number| number.is_finite()));
                for down in [false, true] {
                    prop_assert!(raster.ticks(down, 5).iter().all(|tick| tick.is_finite()));
                }
            }
        }
    }

    /// What a raster is made for lies in it, where it is wide enough for a margin.
    #[test]
    fn a_raster_shows_what_it_is_made_for(a in [small(), small()], b in [small(), small()], power in -250_i32..250,
                                          columns in 12_u16..90, lines in 6_u16..50) {
        let scale = 10.0_f64.powi(power);
        let [a, b] = [a, b].map(|place| place.map(|number| number * scale));
        let raster = Raster::around(Extent::at(a).with(b), (columns, lines)).unwrap();
        prop_assert!(raster.cell(a).is_some() && raster.cell(b).is_some(), "{a:?} {b:?} {raster:?}");
    }

    /// The word that wins where c is drawn is the word with the largest logit, to the last bit; and in every cell the word
    /// found by halving the picture wins among all, or is as good.
    #[test]
    fn the_region_c_lies_in_is_that_of_the_largest_logit(givens in model(small()), seed in any::<u64>()) {
        let trace = Trace::new(&givens);
        for plane in planes(givens.d_v(), lines(&givens).iter().copied()) {
            let slopes = Slopes::new(&givens.head, &plane);
            for row in 0..givens.rows() {
                let Ok(logits) = trace.row(row).logits else { continue };
                let context = trace.context(row).unwrap();
                let known: Vec<f64> = logits.iter().flatten().collect();
                prop_assert_eq!(logits_at(&givens, row, &context).unwrap(), known.clone());
                let base = plane.place(&context).unwrap();
                let slice = Slice::new(&known, &slopes, base);
                prop_assert_eq!(slice.winner(base), Some(top(&known)));
                // One component or two: all of the model; then a value's own logits are those of its place.
                if plane.is_whole(givens.d_v()) && matches!(plane.across, Direction::Component(0)) {
                    for value in givens.values.iter() {
                        let own = logits_at(&givens, row, value).unwrap();
                        let there = plane.place(value).unwrap();
                        for (word, own) in own.iter().enumerate() {
                            prop_assert!((slice.logit(word, there) - own).abs() < 1e-12);
                        }
                    }
                }
                let extent = Extent::at(base).with([base[0] + (seed % 7) as f64 / 3.0, base[1] + 1.0]);
                let raster = Raster::around(extent, (23, 11)).unwrap();
                let winners = slice.winners(&raster).unwrap();
                for line in 0..raster.lines {
                    for column in 0..raster.columns {
                        let place = raster.middle(column, line);
                        let found = winners[usize::from(line) * 23 + usize::from(column)];
                        let best = slice.winner(place).unwrap();
                        // What the corners say of the cells between them holds but for rounding.
                        let (found, best) = (slice.logit(found, place), slice.logit(best, place));
                        prop_assert!(best - found <= 1e-13 * (1.0 + best.abs()), "{found} {best}");
                    }
                }
            }
        }
    }

    /// The field over the picture of keys is the score of a key that lies there.
    #[test]
    fn the_level_lines_are_those_of_the_score(givens in model(small()), x in small(), y in small()) {
        let mut givens = givens;
        givens.mask = twoaxes::engine::Mask::none(givens.slots());
        let plane = Plane::first(givens.d_k());
        let base = givens.keys.line(0).to_vec();
        let query = givens.queries.line(0).to_vec();
        let field = ScoreField::new(&givens.scorer, &query, &plane, &base);
        let key = plane.moved(&base, [x, if plane.up.is_some() { y } else { 0.0 }]);
        for (component, number) in key.iter().enumerate() {
            givens.set(Cell::new(Tensor::Keys, 0, component), *number);
        }
        let score = Trace::new(&givens).reading(0).scores.unwrap().get(0).unwrap();
        let drawn = field.at([x, y]).unwrap();
        prop_assert!((score - drawn).abs() <= 1e-13 * (4.0 + score.abs()), "{score} {drawn}");
    }

    /// The turn begins where c is.
    #[test]
    fn a_turn_begins_at_the_context(givens in model(small())) {
        let trace = Trace::new(&givens);
        let (keys, values) = (Plane::first(givens.d_k()), Plane::first(givens.d_v()));
        for row in 0..givens.rows() {
            match Turn::new(&givens, row, &keys, &values) {
                Turn::Around(places) => {
                    let context = values.place(&trace.context(row).unwrap()).unwrap();
                    let first = places[0].unwrap();
                    let apart = (first[0] - context[0]).abs().max((first[1] - context[1]).abs());
                    prop_assert!(apart < 1e-12, "{apart:e}");
                    prop_assert!(places.len() >= 24);
                }
                Turn::NothingToRead => prop_assert!(trace.context(row).is_err()),
                Turn::Still => {
                    let [x, y] = keys.place(givens.queries.line(row)).unwrap();
                    prop_assert!(keys.up.is_none() || x == 0.0 && y == 0.0);
                }
                turn => prop_assert!(false, "{:?}", turn),
            }
        }
    }

    /// Any numbers: a turn, regions and level lines of finite numbers, or none.
    #[test]
    fn wild_models_are_drawn_or_refused(givens in model(wild())) {
        let (keys, values) = (Plane::first(givens.d_k()), Plane::first(givens.d_v()));
        for row in 0..givens.rows() {
            if let Turn::Around(places) = Turn::new(&givens, row, &keys, &values) {
                prop_assert!(places.iter().flatten().flatten().all(|number| number.is_finite()));
            }
            let field = ScoreField::new(&givens.scorer, givens.queries.line(row), &keys, givens.keys.line(0));
            prop_assert!(field.at([1e300, -1e300]).is_none_or(f64::is_finite));
            let zeros = vec![0.0; givens.d_v()];
            let extent = Extent::around(givens.values.iter().filter_map(|value| values.place(value)));
            let Some(raster) = extent.and_then(|extent| Raster::around(extent, (31, 12))) else { continue };
            let Some(logits) = logits_at(&givens, row, &zeros) else { continue };
            let slopes = Slopes::new(&givens.head, &values);
            if let Some(winners) = Slice::new(&logits, &slopes, [0.0, 0.0]).winners(&raster) {
                prop_assert!(winners.len() == 31 * 12 && winners.iter().all(|word| *word < givens.words()));
            }
        }
    }
}

#[test]
fn the_principal_directions_of_an_ellipse() {
    // Twice as long along (1, 1) as along (1, −1), around (5, −3).
    let points: Vec<[f64; 2]> = (0..12)
        .map(|at| {
            let (sin, cos) = (f64::from(at) * std::f64::consts::TAU / 12.0).sin_cos();
            [5.0 + 2.0 * cos + sin, -3.0 + 2.0 * cos - sin]
        })
        .collect();
    let Principal { plane, shares } = Principal::of(points.iter().map(|point| &point[..])).unwrap();
    let Direction::Unit(first) = plane.across else { panic!("no component") };
    assert!(first.iter().all(|number| (number - 0.5_f64.sqrt()).abs() < 1e-12), "{first:?}");
    assert!((shares[0] - 0.8).abs() < 1e-12 && (shares[1] - 0.2).abs() < 1e-12, "{shares:?}");
    let line = [[1.0, 2.0], [2.0, 4.0], [4.0, 8.0]];
    let on_a_line = Principal::of(line.iter().map(|point| &point[..])).unwrap();
    assert!(on_a_line.plane.up.is_none() && on_a_line.shares == [1.0, 0.0]);
    let too_many = vec![0.5; 300];
    let many = std::iter::repeat_n(&too_many[..], 4096);
    assert_eq!(Principal::of(many), Err(NoPrincipal::TooMany));
}

/// Halving the picture finds what looking at every word in every cell finds, among many words, most of which win nowhere
/// and many of which are alike.
#[test]
fn many_words_are_found_as_one_by_one() {
    for distinct in [7, 101, 2000] {
        let number = |at: usize| (at * 7919 % 1009) as f64 / 500.0 - 1.0;
        let columns: Vec<f64> =
            (0..2000).flat_map(|word| [number(word % distinct), number(word % distinct + 5000)]).collect();
        let head = twoaxes::engine::Lines::new(2, &columns);
        let plane = Plane::first(2);
        let slopes = Slopes::new(&head, &plane);
        let logits: Vec<f64> = (0..2000).map(|word| number(word % distinct + 9000) / 4.0).collect();
        let slice = Slice::new(&logits, &slopes, [0.25, -0.5]);
        let raster = Raster::around(Extent::at([-2.0, -2.0]).with([2.0, 2.0]), (40, 15)).unwrap();
        let winners = slice.winners(&raster).unwrap();
        let mut won = std::collections::BTreeSet::new();
        for line in 0..15 {
            for column in 0..40 {
                let (place, found) =
                    (raster.middle(column, line), winners[usize::from(line) * 40 + usize::from(column)]);
                let best = slice.winner(place).unwrap();
                assert!((slice.logit(best, place) - slice.logit(found, place)).abs() < 1e-14);
                won.insert(found);
            }
        }
        assert!(
            won.len() >= 4 && won.iter().all(|word| *word < distinct),
            "of words that are alike the first: {won:?}"
        );
    }
}
