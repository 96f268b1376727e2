import type { Command } from './command.ts';
import type { OpenTimer } from './event.ts';
import type { RunState, StepState } from './state.ts';
import { isOpenRun, isOpenStep, visitKey } from './state.ts';

/**
 * What a store holds after writing every command, as plain sets: the property tests ask it, and
 * not the state, whether each open step has a way forward.
 */
export interface StoreModel {
  readonly timers: Map<string, OpenTimer & { visit: string | null; purpose: string }>;
  readonly subscriptions: Set<string>;
  readonly approvals: Set<string>;
  /** Wake-ups by visit and number: none may be used twice. */
  readonly wakes: Set<string>;
  readonly reasons: Map<string, unknown>;
  /** When the run is too old; 0 until it was said. */
  ageLimit: number;
}

export function emptyStore(): StoreModel {
  return {
    timers: new Map(),
    subscriptions: new Set(),
    approvals: new Set(),
    wakes: new Set(),
    reasons: new Map(),
    ageLimit: 0,
  };
}

/** Writes the commands; returns what no store would accept. */
export function write(store: StoreModel, commands: readonly Command[]): string[] {
  return commands.flatMap((command) => writeOne(store, command) ?? []);
}

function writeOne(store: StoreModel, command: Command): string | undefined {
  switch (command.kind) {
    case 'announce_step': {
      const wake = `${visitKey(command.visit)}#${command.wake}`;
      if (store.wakes.has(wake)) return `wake-up ${wake} was used before`;
      store.wakes.add(wake);
      return undefined;
    }
    case 'limit_age':
      store.ageLimit = command.until;
      return undefined;
    case 'set_timer': {
      const visit = command.visit === null ? null : visitKey(command.visit);
      store.timers.set(command.timerId, { ...command, visit });
      return Number.isSafeInteger(command.dueAt) ? undefined : `${command.timerId} has no instant`;
    }
    case 'move_timer': {
      const timer = store.timers.get(command.timerId);
      if (timer === undefined) return `${command.timerId} was not open`;
      store.timers.set(command.timerId, { ...timer, zone: command.zone, dueAt: command.dueAt });
      return Number.isSafeInteger(command.dueAt) ? undefined : `${command.timerId} has no instant`;
    }
    case 'fire_timer':
      return store.timers.delete(command.timerId) ? undefined : `${command.timerId} was not open`;
    case 'cancel_timers': {
      const visit = command.visit === null ? null : visitKey(command.visit);
      for (const [id, timer] of store.timers) {
        const matches = visit === null || timer.visit === visit;
        const purpose = command.purpose ?? timer.purpose;
        if (matches && purpose === timer.purpose) store.timers.delete(id);
      }
      return undefined;
    }
    case 'subscribe':
      store.subscriptions.add(visitKey(command.visit));
      return undefined;
    case 'unsubscribe':
      return store.subscriptions.delete(visitKey(command.visit)) ? undefined : 'no subscription';
    case 'open_approval':
      if (store.approvals.has(visitKey(command.visit))) return 'two open approvals for one visit';
      store.approvals.add(visitKey(command.visit));
      return undefined;
    case 'close_approval':
      return store.approvals.delete(visitKey(command.visit)) ? undefined : 'no open approval';
    case 'save_reason':
      store.reasons.set(visitKey(command.visit), command.reason);
      return undefined;
    default:
      return undefined;
  }
}

/** Everything that would keep the run from going on, in sentences. */
export function deadEnds(state: RunState, store: StoreModel): string[] {
  const open = [...state.steps.values()].filter(({ status }) => isOpenStep(status));
  if (!isOpenRun(state.status)) {
    return [
      ...open.map((step) => `finished with ${visitKey(step)} open`),
      ...(store.timers.size > 0 ? ['finished with timers open'] : []),
      ...(store.subscriptions.size > 0 ? ['finished with subscriptions open'] : []),
      ...(store.approvals.size > 0 ? ['finished with approvals open'] : []),
    ];
  }
  return [
    ...(open.length === 0 ? ['unfinished without an open step'] : []),
    ...(store.ageLimit > 0 ? [] : ['no age budget']),
    ...open.flatMap((step) => missingWayForward(step, store) ?? []),
  ];
}

function missingWayForward(step: StepState, store: StoreModel): string | undefined {
  const key = visitKey(step);
  const has = (purpose: string) =>
    [...store.timers.values()].some((timer) => timer.visit === key && timer.purpose === purpose);
  switch (step.status) {
    case 'ready':
      return store.wakes.has(`${key}#${step.wake}`) ? undefined : `${key} is ready, unannounced`;
    case 'waiting_timer':
      return has('wait') ? undefined : `${key} waits without a timer`;
    case 'waiting_retry':
      return has('retry') ? undefined : `${key} waits to retry without a timer`;
    case 'waiting_signal':
      return store.subscriptions.has(key) && has('deadline') ? undefined : `${key} waits in vain`;
    case 'waiting_approval':
      return store.approvals.has(key) && has('deadline') ? undefined : `${key} asks nobody`;
    case 'parked':
    case 'needs_review':
      return store.reasons.get(key) ? undefined : `${key} stands without a reason`;
    default:
      return undefined;
  }
}
