import { createCssVariablesTheme, type ShikiTransformer, type ThemeRegistration } from 'shiki';

/** Names what a token is; theme/tokens.css gives each its colour. */
export const codeTheme: ThemeRegistration = createCssVariablesTheme({
  name: 'classes',
  variablePrefix: '--',
  fontStyle: false,
});

const COLOR = /^color:var\(--([a-z-]+)\)$/;

/** A class in place of the style that shiki writes into each token: the page's policy forbids inline styles. */
export const stylesToClasses: ShikiTransformer = {
  name: 'styles-to-classes',
  preprocess(_, options) {
    // A slow machine would leave the rest of a line without colours after half a second.
    options.tokenizeTimeLimit = 0;
  },
  pre({ properties }) {
    delete properties['style'];
  },
  span({ properties }) {
    const { style } = properties;
    if (typeof style !== 'string') return;
    const name = COLOR.exec(style)?.[1];
    if (name === undefined) throw new Error(`A token of code has the style "${style}", which has no class.`);
    delete properties['style'];
    if (name !== 'foreground') properties['class'] = name;
  },
};
