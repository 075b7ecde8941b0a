import { load } from "funhouse";
import { game } from "funhouse/slide-jam";
import module from "funhouse/funhouse.wasm";
import { played } from "./play.js";

export default {
    async fetch() {
        const local = await load(module);
        const [all, one] = [await played((id) => local.game(id)), await played(() => game(module))];
        return new Response(all === one ? all : `${all} is not ${one}`);
    },
};
