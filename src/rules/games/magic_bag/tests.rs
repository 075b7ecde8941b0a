use super::*;
use crate::rules::chance::Seed;
use crate::rules::game::State;

#[test]
fn tune() {
    let mut total = 0;
    let mut ends = [0; 3];
    let n = 1000;
    for n in 0..n {
        let seed: Seed = format!("bag-{n}").parse().expect("a seed");
        let mut state = State::<MagicBag>::deal(seed, NoOptions {});
        while !state.finished() {
            for mv in state.plan() { state.play(&mv, &mut Log::forgotten()).expect("legal"); }
        }
        total += state.score().total;
        ends[state.table().ended().expect("ended") as usize] += 1;
    }
    println!("mean {} ends {ends:?}", total as f64 / n as f64);
}
