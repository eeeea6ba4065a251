import type { z } from 'zod';
import { optionalText } from '../../kernel/text.ts';
import { nodeInput } from '../schema.ts';

/** A node of a file: technologies as one text, the parent by its name; fields missing in the file are left out. */
export const importedNode = nodeInput
  .pick({
    location: true,
    type: true,
    capacity: true,
    currentUsage: true,
    uptime: true,
    address: true,
    notes: true,
  })
  .partial()
  .extend({
    name: nodeInput.shape.name,
    technologies: optionalText('The technologies', 100).optional(),
    parent: optionalText('The parent', 100).optional(),
  });
export type ImportedNode = z.output<typeof importedNode>;
