import { inBrowser, type Theme } from 'vitepress';
// The fonts of the reader's system: nothing to load, and no text that moves when it has loaded.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import RunnableExample from '../examples/RunnableExample.vue';
import { keepSite } from '../offline/register.ts';
import './tokens.css';
import './site.css';

export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    if (inBrowser) keepSite();
    app.component('RunnableExample', RunnableExample);
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../playground/Playground.vue')),
    );
  },
};
