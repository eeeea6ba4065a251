import type { Plugin } from 'vite';

/**
 * Replaces the resize sensor of Blueprint's table, whose style attributes the content security policy refuses, by a
 * ResizeObserver.
 */
export function resizeSensor(): Plugin {
  return {
    name: 'nimule-resize-sensor',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const isSensor =
        id.includes('@blueprintjs/table/') && id.endsWith('/interactions/resizeSensor.js');
      if (!isSensor) return null;
      return `export const ResizeSensor = {
        attach(element, callback) {
          const observer = new ResizeObserver(() => requestAnimationFrame(callback));
          observer.observe(element);
          return () => observer.disconnect();
        },
      };`;
    },
  };
}
