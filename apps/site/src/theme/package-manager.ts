const KEY = 'package-manager';

const labelOf = (input: Element): string => input.nextElementSibling?.textContent ?? '';

/** Shows the tabs of one package manager in all blocks of the page that have them. */
function show(name: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.vp-code-group input'))
    if (labelOf(input) === name && !input.checked) input.click();
}

/** The package manager that was chosen last, on any page; npm where the browser keeps nothing. */
export function showPackageManager(): void {
  try {
    show(localStorage.getItem(KEY) ?? 'npm');
  } catch {
    // A browser that forbids storage shows the first tab.
  }
}

/** Has a choice of one tab apply to every block, and to the pages that follow. */
export function followPackageManager(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('.vp-code-group input')) return;
    show(labelOf(target));
    try {
      localStorage.setItem(KEY, labelOf(target));
    } catch {
      // The choice holds for this page.
    }
  });
}
