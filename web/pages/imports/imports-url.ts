import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { type ImportType, isImportType } from './import-words.ts';

export interface ImportsUrl {
  /** The chosen category. */
  type: ImportType | undefined;
  /** The uploaded file whose preview is shown. */
  file: number | undefined;
  /** The import that is shown. */
  run: number | undefined;
}

function idIn(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** What the page shows by its URL: `?type=customers&file=12` a preview, `?run=7` an import. */
export function useImportsUrl(): ImportsUrl {
  const [params] = useSearchParams();
  const type = params.get('type');
  return {
    type: isImportType(type) ? type : undefined,
    file: idIn(params, 'file'),
    run: idIn(params, 'run'),
  };
}

export function previewAddress(type: ImportType, file: number): string {
  return `${paths.importOf(type)}&file=${file}`;
}

/** Navigates within the page; each view is a history entry. */
export function useImportsNavigation() {
  const navigate = useNavigate();
  return {
    toPreview: (type: ImportType, file: number) => navigate(previewAddress(type, file)),
    /** Another type for the same file: back leads to the upload. */
    toType: (type: ImportType, file: number) =>
      navigate(previewAddress(type, file), { replace: true }),
    toRun: (id: number) => navigate(paths.importRun(id)),
  };
}
