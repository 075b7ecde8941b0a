"use client";
import { useEffect } from "react";
import { game } from "funhouse";
import { played } from "./play.js";

export default function Client() {
    useEffect(() => {
        const server = document.getElementById("server").textContent;
        globalThis.result = played(game).then((client) => (client === server ? client : `${client} is not ${server}`));
    }, []);
    return null;
}
