import { COLOR_MODE_COOKIE } from '@stint/domain/color-mode.ts';

/**
 * The colour mode is set before the first paint, so that nothing flashes: what was chosen last, here or on another host of
 * the product (apps/web/src/lib/color-mode.ts writes both).
 */
export const colorModeScript = `(()=>{let m='light',t=-1;const take=(v,a)=>{if((v==='dark'||v==='light')&&a>t){m=v;t=a}};try{take(localStorage.getItem('stint.colorMode'),Number(localStorage.getItem('stint.colorModeAt'))||0)}catch{}const c=/(?:^|; )${COLOR_MODE_COOKIE}=(dark|light)\\.(\\d{1,15})(?:;|$)/.exec(document.cookie);if(c)take(c[1],Number(c[2]));document.documentElement.dataset.colorMode=m})()`;

/** Switches the mode on a page without an application, and keeps it for all hosts of the domain. */
export function colorModeToggle(domain: string): string {
  return `document.querySelector('[data-toggle-mode]').addEventListener('click',()=>{const d=document.documentElement.dataset,m=d.colorMode==='dark'?'light':'dark',t=Date.now();d.colorMode=m;try{localStorage.setItem('stint.colorMode',m);localStorage.setItem('stint.colorModeAt',t)}catch{}document.cookie='${COLOR_MODE_COOKIE}='+m+'.'+t+';domain=${domain};path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'')})`;
}
