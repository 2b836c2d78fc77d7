import { mount } from "svelte";
import sprite from "virtual:sprite";

import "./styles/fonts.css";
import "./styles/tokens.css";
import "virtual:themes.css";
import "./styles/base.css";
import "./styles/card.css";
import "./styles/states.css";
import "./styles/table.css";
import "./styles/panels.css";
import "./styles/pages.css";
import "./styles/position.css";
import "./styles/cards.css";
import "./styles/shelf.css";
import "./styles/phone.css";
import "./styles/melee.css";
import "./styles/lobby.css";
import "./styles/themes.css";

import App from "./App.svelte";
import { startLook } from "./lib/look.svelte";
import { router } from "./lib/router.svelte";

const holder = document.createElement("div");
holder.innerHTML = sprite;
document.body.prepend(holder);

router.start();
startLook();
const target = document.getElementById("app");
if (target) mount(App, { target });
