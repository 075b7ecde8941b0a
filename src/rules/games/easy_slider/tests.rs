use super::*;
use crate::rules::chance::Seed;
use crate::rules::game::{State, StateForm};

#[test]
fn tune() {
    let mut total = 0;
    let mut most = 0;
    for n in 0..100 {
        let seed: Seed = format!("slider-{n}").parse().expect("a seed");
        let mut state = State::<EasySlider>::deal(seed, NoOptions {});
        let plan = state.plan();
        for mv in &plan { state.play(mv, &mut Log::forgotten()).expect("legal"); }
        assert!(state.finished());
        total += plan.len();
        most = most.max(plan.len());
    }
    println!("mean {} most {}", total as f64 / 100.0, most);
}
