import { game } from "funhouse";
import { played } from "./play.js";
import Client from "./client.js";

export const dynamic = "force-dynamic";

export default async function Page() {
    return <><pre id="server">{await played(game)}</pre><Client /></>;
}
