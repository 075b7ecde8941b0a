//! Chance: words computed by another program, in another language.

use funhouse::rules::chance::Chance;
use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::piecepack::{PiecepackPiece as _, Tile};
use serde_json::json;

use super::{options, table};
use crate::support::grids::grid;

/// The draws of one event.
struct Golden {
    seed: &'static str,
    event: &'static str,
    digest: &'static str,
    words: [u64; 3],
    below_6: [u64; 8],
    shuffled: [u8; 24],
}

const GOLDEN: [Golden; 12] = [
    Golden {
        seed: "funhouse-1",
        event: "slide-jam/tiles",
        digest: "fc5ca2a2849de2fadaa6837be66d686398830423ddc49b6d3e7a41192b1f8c4a",
        words: [0x3119_8cee_5f47_9462, 0x23f8_44f8_0fbf_42f3, 0xefa6_6275_7818_9dc0],
        below_6: [0, 1, 0, 3, 3, 0, 1, 3],
        shuffled: [6, 11, 5, 13, 10, 23, 2, 14, 15, 0, 16, 12, 7, 22, 20, 19, 4, 1, 17, 3, 9, 8, 21, 18],
    },
    Golden {
        seed: "Rolando_2004",
        event: "catwalk/flick/1",
        digest: "304f74ee5d34b74b3ae4ac655564ba2c69672d0878b0cfd393392101ccc57e6f",
        words: [0xd75f_e0dc_4b26_53f1, 0xcafa_898c_602f_a76b, 0x726a_27cd_bd3e_ca43],
        below_6: [3, 3, 3, 3, 2, 2, 1, 1],
        shuffled: [14, 12, 18, 5, 3, 23, 6, 10, 13, 0, 2, 7, 19, 22, 8, 17, 20, 21, 16, 4, 15, 1, 11, 9],
    },
    Golden {
        seed: "0.-_z",
        event: "barrels/coins",
        digest: "3bc7c50822ae04dbed7e3fa4a15c6a467e54acedee1411f36619017da68476b8",
        words: [0x0db7_91c4_f13c_7c31, 0x8978_c959_8d0e_facc, 0x1067_9119_cd3b_7374],
        below_6: [3, 4, 4, 3, 1, 2, 2, 5],
        shuffled: [3, 22, 6, 17, 12, 5, 18, 8, 16, 1, 14, 4, 19, 7, 0, 10, 11, 2, 13, 15, 23, 20, 21, 9],
    },
    Golden {
        seed: "funhouse-1",
        event: "magic-mirror/tiles",
        digest: "a83305644ecd71762b23728a6b13b13dd5b97fc1fc5c591e2714d6735573ea74",
        words: [0x7b71_a5ed_e5dd_8684, 0xbc2d_fcb2_a689_b231, 0x3d83_06f2_d621_a786],
        below_6: [4, 5, 4, 0, 5, 5, 1, 4],
        shuffled: [21, 15, 8, 17, 23, 19, 11, 12, 22, 14, 1, 3, 0, 9, 20, 5, 16, 13, 10, 7, 6, 2, 18, 4],
    },
    Golden {
        seed: "FUNHOUSE-1",
        event: "slide-jam/tiles",
        digest: "b192daae7581cf84c292daae5316204e65a06933301245b4d951013f52ebb64d",
        words: [0xa7b4_8b81_413e_7797, 0x6258_27d4_f044_5d81, 0x0e4c_c20b_bd92_f755],
        below_6: [1, 1, 5, 0, 0, 2, 3, 5],
        shuffled: [20, 0, 18, 14, 4, 19, 5, 10, 13, 17, 23, 22, 12, 8, 1, 21, 2, 15, 6, 16, 9, 3, 11, 7],
    },
    Golden {
        seed: "a",
        event: "catwalk/tiles",
        digest: "58922e79540389988886a8c410217a2a88276262c1cf3cb1a702244950fa1d1f",
        words: [0xb085_baa9_5d1d_085f, 0x667f_f9ff_d36f_4d1b, 0x5cf2_c27d_5c21_db77],
        below_6: [1, 1, 3, 5, 2, 1, 1, 0],
        shuffled: [11, 23, 3, 6, 17, 9, 12, 5, 13, 16, 21, 15, 14, 2, 20, 0, 10, 1, 4, 18, 22, 19, 8, 7],
    },
    Golden {
        seed: "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        event: "catwalk/turn/24",
        digest: "fbf391b7280e56816434da08d78607400ef72ba67ea8630b60f5e991b25857c5",
        words: [0x40ad_b35a_9faa_0085, 0xf501_7dec_ea87_a65c, 0x7572_f632_6d29_2a57],
        below_6: [5, 4, 5, 3, 3, 5, 4, 4],
        shuffled: [21, 11, 17, 15, 10, 13, 18, 23, 14, 8, 1, 12, 20, 16, 2, 3, 0, 4, 7, 19, 6, 9, 22, 5],
    },
    Golden {
        seed: "2026-11-20",
        event: "catwalk/flick/137",
        digest: "3aab89d45cb7b1f5ecf3a5d81640a16bc35b1ec54f0b5c951d1ab6280715a92a",
        words: [0x704b_b398_b535_2ea6, 0x1da6_3246_e7c0_2e3a, 0x4634_0939_a9cf_a2de],
        below_6: [4, 2, 0, 5, 0, 0, 5, 5],
        shuffled: [9, 7, 2, 18, 0, 19, 15, 13, 20, 10, 1, 21, 4, 8, 3, 11, 23, 5, 12, 16, 17, 6, 14, 22],
    },
    Golden {
        seed: "7",
        event: "trampo-land/die",
        digest: "86ae35c8c866362df86b50ea3816bf518c60c6b367b2e45a5e011c0d125388ad",
        words: [0x88f5_3b1d_087c_588d, 0xbb24_9f6f_c22c_ef27, 0x6058_772e_e39f_f2e5],
        below_6: [5, 1, 3, 2, 5, 1, 1, 5],
        shuffled: [0, 9, 14, 17, 1, 12, 23, 2, 20, 18, 16, 6, 7, 11, 19, 10, 4, 22, 15, 3, 8, 13, 21, 5],
    },
    Golden {
        seed: "-",
        event: "trampo-land/cast/1",
        digest: "5536f6417d616a83e56580b5eec236ce97ae1e6e43608535d91537fa93d3431b",
        words: [0x0387_481e_ecea_c5d1, 0xf929_9e97_b2f7_3a3f, 0x4998_0708_72d6_26a4],
        below_6: [3, 5, 2, 3, 5, 1, 4, 0],
        shuffled: [22, 11, 2, 5, 16, 19, 8, 6, 18, 1, 12, 7, 23, 14, 17, 20, 3, 21, 15, 13, 0, 10, 4, 9],
    },
    Golden {
        seed: ".",
        event: "trampo-land/adults",
        digest: "19605defe5587aada3dc8bd64f901fc258e00c22c0a3dd6659edd93fc973d0eb",
        words: [0xb3bf_199e_04de_eaa0, 0x7c4b_37da_a0de_4e36, 0x84b9_0e33_e989_91ea],
        below_6: [0, 2, 0, 2, 0, 0, 0, 5],
        shuffled: [15, 9, 17, 8, 18, 19, 1, 22, 2, 7, 16, 6, 20, 11, 13, 3, 14, 21, 4, 10, 5, 12, 23, 0],
    },
    Golden {
        seed: "daily_0001",
        event: "trampo-land/cast/12",
        digest: "7d8f9a22766c96d130cc8eb5e3e4945005b40dc03a94a49ada970df6f6906efe",
        words: [0x4e05_116e_8a22_3952, 0x22dd_96f6_7a1e_900a, 0x26a1_1537_cc53_04d1],
        below_6: [2, 0, 1, 1, 0, 2, 5, 3],
        shuffled: [5, 16, 3, 1, 9, 10, 12, 23, 17, 6, 8, 20, 22, 15, 18, 13, 19, 11, 14, 4, 21, 7, 0, 2],
    },
];

#[test]
fn every_event_draws_what_another_program_computed() {
    for Golden { seed, event, digest, words, below_6, shuffled } in GOLDEN {
        let seed = seed.parse().expect("a seed");
        let chance = Chance::new(&seed);
        assert_eq!(hex::encode(chance.digest(event)), digest, "{seed} {event}");
        let mut draws = chance.event(event);
        assert_eq!(words.map(|_| draws.word()), words, "{seed} {event}");
        let mut draws = chance.event(event);
        assert_eq!(below_6.map(|_| draws.below(6)), below_6, "{seed} {event}");
        let mut list: [u8; 24] = std::array::from_fn(|i| i as u8);
        chance.event(event).shuffle(&mut list);
        assert_eq!(list, shuffled, "{seed} {event}");
    }
}

#[test]
fn first_slide_of_funhouse_1_matches_the_page() {
    let seed = "funhouse-1".parse().expect("a seed");
    let mut tiles = Tile::ALL;
    Chance::new(&seed).event("slide-jam/tiles").shuffle(&mut tiles);
    let deal = "M0 M5 S5 C1 M4 A5 S2 C2 C3 S0 C4 C0 M1 A4 A2 A1 S4 S1 C5 S3 M3 M2 A3 A0";
    assert_eq!(tiles.map(Tile::name).join(" "), deal);
    let dealt = table(&State::<SlideJam>::deal(seed, options(json!({}))))["grid"].clone();
    assert_eq!(dealt, grid(deal));
}
