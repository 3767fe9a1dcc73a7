// Results typed on a table's own card, and the answers to those that came back.
"use strict";
(() => {
  const results = window.results;
  if (!results) return;
  const desk = () => document.getElementById("desk");
  const card = (table) => desk().querySelector(`.v-table[data-table="${table}"]`);
  const boxes = (c) => [...c.querySelectorAll("input[name^=points]")];
  let pressed = null; // the button that was pressed, as against Enter in a field

  document.addEventListener("click", (event) => {
    pressed = event.detail > 0 ? event.target.closest("button") : null;
  }, true);

  function goOn(from) {
    const cards = [...desk().querySelectorAll(".v-table[data-table]")];
    const after = cards.slice(cards.indexOf(from) + 1).find((c) =>
      boxes(c).length && !c.classList.contains("v-done") && !results.of(c.dataset.table) && !results.saved(c.dataset.table));
    if (after) boxes(after)[0].focus();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const c = form.closest(".v-table[data-table]");
    const { submitter } = event;
    if (!c || (submitter && submitter.hasAttribute("formaction"))) return;
    event.preventDefault();
    const hidden = (name) => form.querySelector(`input[name=${name}]`)?.value || "";
    const item = {
      table: c.dataset.table, number: c.id.replace("table-", ""), round: desk().dataset.round, home: location.pathname,
      seats: c.dataset.seats, action: form.getAttribute("action"), fields: Object.fromEntries(boxes(c).map((input) => [input.name, input.value])),
      seen: submitter && submitter.name === "seen_result" ? submitter.value : hidden("seen_result"),
      sure: hidden("sure"), reason: hidden("reason"),
    };
    const before = results.of(item.table);
    if (before && (before.state === "conflict" || before.state === "sure") && results.text(before) === results.text(item)) {
      if (!results.ripe(before)) return;
      results.confirm(before.id);
      goOn(c);
      return;
    }
    // who presses “Correct”, or says why, means it; unless the result came while they were at this card
    const meant = submitter && (pressed === submitter || document.activeElement === submitter || item.reason) && !("under" in c.dataset);
    const other = boxes(c).some((input) => input.value !== input.defaultValue);
    if (c.dataset.result && !c.classList.contains("v-adjourned") && other && !meant && submitter?.name !== "seen_result") {
      results.ask(item, window.resultMarks.stands(c));
      return;
    }
    results.add(item);
    goOn(c);
  });

  function leave(item) {
    const c = card(item.table);
    results.drop(item.id);
    if (c && item.fields) c.querySelector("form").reset();
  }

  // to where a result can be mended or answered
  function open(item) {
    const c = card(item.table);
    if (!c) { location.assign(item.home); return; }
    if (item.keys && item.state !== "settled" && window.quickLine.is()) { window.quickLine.recall(item); return; }
    c.scrollIntoView({ block: "nearest" });
    const box = item.state === "settled" || item.keys ? c.querySelector("[data-mark] a[data-item], [data-does]") : boxes(c)[0];
    if (box) box.focus();
    if (box && box.select) box.select();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-does][data-item]");
    const link = event.target.closest("a[data-item]");
    // what is corrected on a page of its own goes along in the address
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) results.drop(link.dataset.item);
    if (!button) return;
    const item = results.get(button.dataset.item);
    if (!item) return;
    const { does } = button.dataset;
    if (does === "confirm") results.confirm(item.id);
    else if (does === "drop") leave(item);
    else open(item);
    if (document.activeElement === document.body) document.dispatchEvent(new CustomEvent("desk:begin"));
  });

  document.addEventListener("keydown", (event) => {
    const c = event.key === "Escape" && event.target.closest(".v-table[data-table]");
    const item = c && results.of(c.dataset.table);
    if (!item || (item.state !== "conflict" && item.state !== "sure")) return;
    event.preventDefault();
    leave(item);
  });
  document.addEventListener("focusout", (event) => {
    const c = event.target.closest(".v-table[data-table]");
    if (c && c.isConnected && !c.contains(event.relatedTarget)) delete c.dataset.under;
  });
  // the card cannot take a result any more, and somebody was typing there
  document.addEventListener("desk:lost", (event) => {
    const c = event.detail.card;
    const form = c.querySelector("form");
    results.refuse({
      table: c.dataset.table, number: c.id.replace("table-", ""), round: desk().dataset.round, home: location.pathname,
      seats: c.dataset.seats, action: form.getAttribute("action"), fields: Object.fromEntries(boxes(c).map((input) => [input.name, input.value])), seen: "",
    }, desk().dataset.gone);
  });
  window.resultCards = { open };
})();
