/** Frames until the list has marked the line of a page that was just opened. */
const PATIENCE = 30;

/** Scrolls the list beside a page, where it is longer than the window, until it shows the page's own line. */
export function followPage(frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const list = document.querySelector('.VPSidebar');
    const line = [...(list?.querySelectorAll('.is-link.is-active') ?? [])].at(-1);
    if (list === null) return;
    const [frame, place] = [list.getBoundingClientRect(), line?.getBoundingClientRect()];
    if (place === undefined || place.height === 0) return frames > 0 ? followPage(frames - 1) : undefined;
    if (place.top < frame.top || place.bottom > frame.bottom)
      list.scrollTop += place.top - frame.top - frame.height / 3;
  });
}
