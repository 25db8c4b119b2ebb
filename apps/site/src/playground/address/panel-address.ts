/** The name of the panel in an address; no panel's own values have it. */
const PANEL = 'panel';

/** The panel that a query names. */
export const panelOf = (query: string): string => new URLSearchParams(query).get(PANEL) ?? '';

const addressOf = (panel: string, query: string): string =>
  `${location.pathname}?${PANEL}=${panel}${query === '' ? '' : `&${query}`}`;

// Entries without a state are left alone by the router of the site.
export const visitPanelQuery = (panel: string, query: string): void =>
  history.pushState(null, '', addressOf(panel, query));

export const replacePanelQuery = (panel: string, query: string): void =>
  history.replaceState(null, '', addressOf(panel, query));
