import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IDLE_MS, PING_MS, WARNING_MS, watchIdle } from './idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const events: string[] = [];
  const watching = watchIdle({
    onWarning: () => events.push('warning'),
    onIdle: () => events.push('idle'),
    onActive: () => events.push('back'),
    onPing: () => events.push('ping'),
  });
  return { events, watching };
}

describe('watchIdle', () => {
  test('warns 30 seconds before ten idle minutes and then ends', () => {
    const { events } = watch();
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS - 1000);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(events).toEqual(['warning']);
    vi.advanceTimersByTime(WARNING_MS);
    expect(events).toEqual(['warning', 'idle']);
    vi.advanceTimersByTime(IDLE_MS);
    expect(events).toEqual(['warning', 'idle']);
  });

  test('input restarts the time and removes the warning', () => {
    const { events, watching } = watch();
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS);
    window.dispatchEvent(new Event('keydown'));
    expect(events).toEqual(['warning', 'back', 'ping']);
    vi.advanceTimersByTime(IDLE_MS - WARNING_MS - 1000);
    expect(events).toEqual(['warning', 'back', 'ping']);
    watching.stop();
  });

  test('input in another tab counts', () => {
    const { events, watching } = watch();
    vi.advanceTimersByTime(IDLE_MS - 1000);
    window.dispatchEvent(
      new StorageEvent('storage', {
        key: 'nimule.activity',
        newValue: String(vi.getMockedSystemTime()!.getTime()),
      }),
    );
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['warning', 'back']);
    watching.stop();
  });

  test('limits pings, and reports the last input of a burst', () => {
    const { events, watching } = watch();
    vi.advanceTimersByTime(PING_MS);
    for (let presses = 0; presses < 50; presses += 1) window.dispatchEvent(new Event('keydown'));
    expect(events).toEqual(['ping']);
    vi.advanceTimersByTime(PING_MS + 1000);
    expect(events).toEqual(['ping', 'ping']);
    vi.advanceTimersByTime(PING_MS * 3);
    expect(events).toEqual(['ping', 'ping']);
    watching.stop();
  });
});
