export * from "./funhouse.js";
