interface Reference {
  type: string;
  url: string;
}

interface Component {
  name: string;
  purl?: string;
  externalReferences?: Reference[];
}

/** The part of a CycloneDX document that is changed. */
export interface Bom {
  metadata: { component: Component };
  components: Component[];
}

const ourName = 'nimule';

/** Without where a package was downloaded: that may be a mirror of the company, and the purl names the package anyway. */
function withoutSource(component: Component): Component {
  const { externalReferences, ...rest } = component;
  const kept = externalReferences?.filter(({ type }) => type !== 'distribution') ?? [];
  return kept.length > 0 ? { ...rest, externalReferences: kept } : rest;
}

/**
 * A bill of materials as it is given away: `npm sbom` names the product after the folder that it was run in, and may name
 * the registry of the machine.
 */
export function cleanBom(bom: Bom): Bom {
  const { component } = bom.metadata;
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...withoutSource(component), name: ourName } },
    components: bom.components.map(withoutSource),
  };
}
