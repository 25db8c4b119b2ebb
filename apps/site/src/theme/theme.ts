import { inBrowser, onContentUpdated, type Theme } from 'vitepress';
// The fonts of the reader's system: nothing to load, and no text that moves when it has loaded.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import RunnableExample from '../examples/RunnableExample.vue';
import { keepSite } from '../offline/register.ts';
import { followPage } from './follow-page.ts';
import { followPackageManager, showPackageManager } from './package-manager.ts';
import './tokens.css';
import './site.css';
import './code.css';

export const theme: Theme = {
  extends: DefaultTheme,
  setup() {
    onContentUpdated(showPackageManager);
    onContentUpdated(() => followPage());
  },
  enhanceApp({ app }) {
    if (inBrowser) {
      keepSite();
      followPackageManager();
    }
    app.component('RunnableExample', RunnableExample);
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../playground/Playground.vue')),
    );
  },
};
