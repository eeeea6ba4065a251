import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IDLE_MS, PING_MS, WARNING_MS, watchIdle } from './idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const heard: string[] = [];
  const watching = watchIdle({
    onWarning: () => heard.push('warning'),
    onIdle: () => heard.push('idle'),
    onBack: () => heard.push('back'),
    onPing: () => heard.push('ping'),
  });
  return { heard, watching };
}

describe('the idle watch', () => {
  test('warns half a minute before ten idle minutes and then ends', () => {
    const { heard } = watch();
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS - 1000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual(['warning']);
    vi.advanceTimersByTime(WARNING_MS);
    expect(heard).toEqual(['warning', 'idle']);
    vi.advanceTimersByTime(IDLE_MS);
    expect(heard).toEqual(['warning', 'idle']);
  });

  test('real input starts the time afresh and takes the warning back', () => {
    const { heard, watching } = watch();
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS);
    window.dispatchEvent(new Event('keydown'));
    expect(heard).toEqual(['warning', 'back', 'ping']);
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS - 1000);
    expect(heard).toEqual(['warning', 'back', 'ping']);
    watching.stop();
  });

  test('input in another tab counts', () => {
    const { heard, watching } = watch();
    vi.advanceTimersByTime(IDLE_MS - 1000);
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'nimule.activity', newValue: String(Date.now()) }),
    );
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['warning', 'back']);
    watching.stop();
  });

  test('pings at most once in a while, and tells the last input of a burst', () => {
    const { heard, watching } = watch();
    vi.advanceTimersByTime(PING_MS);
    for (let presses = 0; presses < 50; presses += 1) window.dispatchEvent(new Event('keydown'));
    expect(heard).toEqual(['ping']);
    vi.advanceTimersByTime(PING_MS + 1000);
    expect(heard).toEqual(['ping', 'ping']);
    vi.advanceTimersByTime(PING_MS * 3);
    expect(heard).toEqual(['ping', 'ping']);
    watching.stop();
  });
});
