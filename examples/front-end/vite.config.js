// `npm run dev` serves the page, and passes requests to the app's server on.
export default { server: { proxy: { "/session": "http://127.0.0.1:3000" } } };
