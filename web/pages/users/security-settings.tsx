import { type SecuritySettings, securitySettingsInput } from '@nimule/core/identity/factors/schema';
import { type Role, roleLabels, roles } from '@nimule/core/identity/roles';
import { MIN_PASSWORD_LENGTH } from '@nimule/core/identity/schema';
import { z } from 'zod';
import { SettingsPanel } from '../../parts/settings.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { CheckField, FieldRow, NumberField } from '../../ui/form/fields.tsx';

/** A box for each role. */
const settingsForm = z.object({
  ...(Object.fromEntries(roles.map((role) => [role, z.boolean()])) as Record<Role, z.ZodBoolean>),
  minPasswordLength: securitySettingsInput.shape.minPasswordLength.unwrap(),
});

function valuesOf({ requiredRoles, minPasswordLength }: SecuritySettings) {
  const boxes = Object.fromEntries(
    roles.map((role) => [role, requiredRoles.includes(role)]),
  ) as Record<Role, boolean>;
  return { ...boxes, minPasswordLength };
}

/** Who needs a second factor, and how long passwords must be (decision 128). */
export function SecuritySettingsPanel() {
  return (
    <SettingsPanel
      title="Security"
      description="For all accounts. A role that is added here has seven days from the next sign-in of its users."
      read="getSecuritySettings"
      write="updateSecuritySettings"
      schema={settingsForm}
      valuesOf={valuesOf}
      bodyOf={({ minPasswordLength, ...boxes }) => ({
        requiredRoles: roles.filter((role) => boxes[role]),
        minPasswordLength,
      })}
      saved={({ requiredRoles }) =>
        requiredRoles.length === 0
          ? 'No role needs a second factor.'
          : `These roles need a second factor: ${requiredRoles.map((role) => roleLabels[role]).join(', ')}.`
      }
      lines={8}
    >
      <FieldGroup
        legend="Roles that need a second factor"
        description="An authenticator app or a passkey, besides the password. Others may set one up too."
      >
        <FieldRow>
          {roles.map((role) => (
            <CheckField key={role} name={role} label={roleLabels[role]} />
          ))}
        </FieldRow>
      </FieldGroup>
      <NumberField
        name="minPasswordLength"
        label="Shortest password"
        unit="characters"
        help={`From ${MIN_PASSWORD_LENGTH} to 64. It holds for new passwords.`}
      />
    </SettingsPanel>
  );
}
