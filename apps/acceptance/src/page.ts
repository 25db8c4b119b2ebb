// What a page loads: the story, to be told on demand.
import { tellSmallStory } from './small-story.ts';

Object.assign(globalThis, { tellSmallStory });
