import { z } from 'zod';

/** Names of an object's keys that are accepted and not used. */
const ignoredKeys = new WeakMap<z.ZodType, readonly string[]>();

/**
 * The same object schema, which also accepts these keys, whatever they hold, and does not use them: what the
 * specification's forms send and the server computes or knows better (decision 28). Its last step: `extend`, `partial` and
 * the like return a schema without them.
 */
export function ignoring<S extends z.ZodObject>(schema: S, keys: readonly string[]): S {
  const copy = schema.clone() as S;
  ignoredKeys.set(copy, keys);
  return copy;
}

/** The keys that an object schema accepts without using them. */
export function ignoredBy(schema: z.ZodType): readonly string[] {
  return ignoredKeys.get(schema) ?? [];
}

/** A key of a body that its schema does not name, with the keys that it names there. */
export interface UnknownKey {
  path: string;
  known: readonly string[];
}

type Finder = (value: unknown, path: string, found: UnknownKey[]) => void;

/** By schema; null where nothing in it has keys. */
const finders = new WeakMap<z.ZodType, Finder | null>();

/** The first of them are enough for a message. */
const MAX_FOUND = 10;
const MAX_KEY = 60;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function joined(path: string, key: string): string {
  const short = key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key;
  return path ? `${path}.${short}` : short;
}

function ofObject(schema: z.ZodObject): Finder {
  const shape = schema.shape as Record<string, z.ZodType>;
  const known = Object.keys(shape);
  const accepted = new Set([...known, ...ignoredBy(schema)]);
  const inner = known.flatMap((key): [string, Finder][] => {
    const find = finderOf(shape[key]!);
    return find ? [[key, find]] : [];
  });
  // Schemas with their own rule for other keys keep it.
  const isOpen = schema.def.catchall !== undefined;
  return (value, path, found) => {
    if (!isObject(value)) return;
    if (!isOpen) {
      for (const key of Object.keys(value)) {
        if (found.length >= MAX_FOUND) return;
        if (!accepted.has(key)) found.push({ path: joined(path, key), known });
      }
    }
    for (const [key, find] of inner) {
      if (Object.hasOwn(value, key)) find(value[key], joined(path, key), found);
    }
  };
}

/** Of several kinds, the one that leaves the fewest keys unknown. */
function ofUnion(options: readonly z.ZodType[]): Finder | null {
  const finds = options.flatMap((option) => finderOf(option) ?? []);
  if (finds.length === 0) return null;
  return (value, path, found) => {
    let fewest: UnknownKey[] | undefined;
    for (const find of finds) {
      const own: UnknownKey[] = [];
      find(value, path, own);
      if (!fewest || own.length < fewest.length) fewest = own;
    }
    found.push(...(fewest ?? []));
  };
}

function ofList(find: Finder | null): Finder | null {
  return (
    find &&
    ((value, path, found) => {
      if (!Array.isArray(value)) return;
      for (let index = 0; index < value.length && found.length < MAX_FOUND; index++)
        find(value[index], joined(path, String(index)), found);
    })
  );
}

function ofRecord(find: Finder | null): Finder | null {
  return (
    find &&
    ((value, path, found) => {
      if (!isObject(value)) return;
      for (const [key, field] of Object.entries(value)) find(field, joined(path, key), found);
    })
  );
}

function build(schema: z.ZodType): Finder | null {
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) return ofList(finderOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodRecord) return ofRecord(finderOf(schema.valueType as z.ZodType));
  if (schema instanceof z.ZodUnion) return ofUnion(schema.options as z.ZodType[]);
  // A codec or a pipe: what is sent is its first part.
  if (schema instanceof z.ZodPipe) return finderOf(schema.in as z.ZodType);
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? finderOf(inner) : null;
}

function finderOf(schema: z.ZodType): Finder | null {
  const known = finders.get(schema);
  if (known !== undefined) return known;
  const find = build(schema);
  finders.set(schema, find);
  return find;
}

/** The keys of a value, at any depth, that its schema does not name: at most ten. */
export function unknownKeys(schema: z.ZodType, value: unknown): UnknownKey[] {
  const found: UnknownKey[] = [];
  finderOf(schema)?.(value, '', found);
  return found.slice(0, MAX_FOUND);
}
