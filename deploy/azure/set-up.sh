#!/bin/sh
# Makes in a tenant of Azure what the portal needs: an application, how it signs in without a secret, and its roles. What is there
# already stays, so it can be run again. Needs the Azure CLI, signed in (az login) as somebody who may do each part; what is
# not named is left out.
#
#   ISSUER, SUBJECT     who the portal is to its cluster, or to whoever else issues its tokens: deploy/README.md
#   AUDIENCE            of these tokens; api://AzureADTokenExchange by default
#   MANAGEMENT_GROUP    id of the root group, or of the group above those that subscriptions are made in
#   BILLING_SCOPE       as AZURE_BILLING_SCOPE: an enrollment account or an invoice section
#   OWNER_GROUP         as AZURE_OWNER_GROUP, which gets OWNER_ROLE (Owner) on new subscriptions
#   BASELINE_GROUPS, BASELINE_ROLES  ids of the groups, and names of the roles, that baselines of request templates give on new
#                       subscriptions, with commas between them: each of the roles may be given to each of the groups, and to OWNER_GROUP
#   BILL_CONTAINER      resource id of the storage container with the exports of bills
#   DIRECTORY=yes       the directory is read as well
#   DIRECTORY_CHANGES=yes  and its groups are changed
set -eu

NAME=${NAME:-Skyledger}
AUDIENCE=${AUDIENCE:-api://AzureADTokenExchange}
ARM=$(az cloud show --query endpoints.resourceManager --output tsv)
ARM=${ARM%/}
TENANT=$(az account show --query tenantId --output tsv)

say() { echo "$*" >&2; }

# application: prints its client id.
application() {
    id=$(az ad app list --filter "displayName eq '$NAME'" --query '[0].appId' --output tsv)
    [ -n "$id" ] || id=$(az ad app create --display-name "$NAME" --sign-in-audience AzureADMyOrg --query appId --output tsv)
    echo "$id"
}

# principal CLIENT-ID: prints the object id of its enterprise application, which roles are given to.
principal() {
    id=$(az ad sp list --filter "appId eq '$1'" --query '[0].id' --output tsv)
    [ -n "$id" ] || id=$(az ad sp create --id "$1" --query id --output tsv)
    echo "$id"
}

# federate CLIENT-ID: a token of ISSUER about SUBJECT takes the place of a secret.
federate() {
    found=$(az ad app federated-credential list --id "$1" \
        --query "[?issuer=='$ISSUER' && subject=='$SUBJECT'].name" --output tsv)
    [ -z "$found" ] || return 0
    say "Tokens of $ISSUER about $SUBJECT sign in as $NAME."
    az ad app federated-credential create --id "$1" --output none --parameters \
        "{\"name\": \"skyledger-$(date +%Y%m%d%H%M%S)\", \"issuer\": \"$ISSUER\", \"subject\": \"$SUBJECT\", \"audiences\": [\"$AUDIENCE\"]}"
}

# give NAME ROLE SCOPE [CONDITION]
give() {
    say "$1 on $3"
    if [ -n "${4:-}" ]; then
        set -- "$1" "$2" "$3" --condition "$4" --condition-version 2.0
    fi
    role=$2 scope=$3
    shift 3
    az role assignment create --assignee-object-id "$PRINCIPAL" --assignee-principal-type ServicePrincipal \
        --role "$role" --scope "$scope" "$@" --output none
}

# role_ids NAME,…: prints the ids of roles, with commas between them.
role_ids() {
    ids=''
    before=$IFS
    IFS=,
    for name in $1; do
        ids="$ids${ids:+, }$(az role definition list --name "$name" --query '[0].name' --output tsv)"
    done
    IFS=$before
    echo "$ids"
}

# Only these roles to these groups, and nothing of anybody else's.
only_these() {
    action=Microsoft.Authorization/roleAssignments
    for one in "write Request" "delete Resource"; do
        set -- $one
        [ "$1" = write ] || printf ' AND '
        printf "((!(ActionMatches{'%s/%s'})) OR (" "$action" "$1"
        printf '@%s[%s:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {%s} AND ' "$2" "$action" "$ROLE_IDS"
        printf '@%s[%s:PrincipalId] ForAnyOfAnyValues:GuidEquals {%s}))' "$2" "$action" "$GROUP_IDS"
    done
}

# own_role GROUP: the role that may cancel and enable subscriptions below the group and register them with resource providers, and
# nothing else.
own_role() {
    say "The role Skyledger Subscription Life"
    az rest --method put --output none \
        --url "$ARM$1/providers/Microsoft.Authorization/roleDefinitions/b6d0f8f1-6a53-4c0e-9c7c-5b7d1f0a4e21?api-version=2022-04-01" \
        --body "{\"properties\": {\"roleName\": \"Skyledger Subscription Life\", \"type\": \"CustomRole\", \"assignableScopes\": [\"$1\"], \"permissions\": [{\"actions\": [\"Microsoft.Subscription/cancel/action\", \"Microsoft.Subscription/enable/action\", \"*/register/action\"]}]}}"
}

# new_id: prints a new GUID. A Mac has no /proc, and some Linux no uuidgen.
new_id() { cat /proc/sys/kernel/random/uuid 2> /dev/null || uuidgen | tr '[:upper:]' '[:lower:]'; }

# bill: may create subscriptions that BILLING_SCOPE pays for.
bill() {
    say "Creator of subscriptions on $BILLING_SCOPE"
    url="$ARM$BILLING_SCOPE"
    case $BILLING_SCOPE in
        */enrollmentAccounts/*)
            # SubscriptionCreator
            role="$BILLING_SCOPE/billingRoleDefinitions/a0bcee42-bf30-4d1b-926a-48d21664ef71"
            found=$(az rest --method get --url "$url/billingRoleAssignments?api-version=2024-04-01" \
                --query "value[?properties.principalId=='$PRINCIPAL'].name" --output tsv)
            [ -n "$found" ] || az rest --method put --output none \
                --url "$url/billingRoleAssignments/$(new_id)?api-version=2024-04-01" \
                --body "{\"properties\": {\"principalId\": \"$PRINCIPAL\", \"principalTenantId\": \"$TENANT\", \"roleDefinitionId\": \"$role\"}}"
            ;;
        */invoiceSections/*)
            # Azure subscription creator
            role="$BILLING_SCOPE/billingRoleDefinitions/30000000-aaaa-bbbb-cccc-100000000006"
            found=$(az rest --method get --url "$url/billingRoleAssignments?api-version=2024-04-01" \
                --query "value[?properties.principalId=='$PRINCIPAL'].name" --output tsv)
            [ -n "$found" ] || az rest --method post --output none \
                --url "$url/createBillingRoleAssignment?api-version=2024-04-01" \
                --body "{\"principalId\": \"$PRINCIPAL\", \"principalTenantId\": \"$TENANT\", \"roleDefinitionId\": \"$role\"}"
            ;;
        *)
            say "BILLING_SCOPE must be the id of an enrollment account or of an invoice section."
            exit 1
            ;;
    esac
}

# allow CLIENT-ID PERMISSION…: application permissions of Microsoft Graph.
allow() {
    client=$1
    shift
    for permission in "$@"; do
        say "Microsoft Graph: $permission"
        id=$(az ad sp show --id 00000003-0000-0000-c000-000000000000 \
            --query "appRoles[?value=='$permission'].id" --output tsv)
        az ad app permission add --id "$client" --api 00000003-0000-0000-c000-000000000000 \
            --api-permissions "$id=Role" --output none
    done
    az ad app permission admin-consent --id "$client" >&2
}

CLIENT=$(application)
PRINCIPAL=$(principal "$CLIENT")
[ -z "${ISSUER:-}" ] || federate "$CLIENT"

if [ -n "${MANAGEMENT_GROUP:-}" ]; then
    group=/providers/Microsoft.Management/managementGroups/$MANAGEMENT_GROUP
    give 'Management Group Contributor' 5d58bcaf-24a5-4b20-bdb6-eed9f69fbe4c "$group"
    give 'Tag Contributor' 4a9ae827-6dc8-4573-8ac7-8239d42aa03f "$group"
    give 'Cost Management Contributor' 434105ed-43f6-45c7-a02f-909b2ba83430 "$group"
    give 'Resource Policy Contributor' 36243c78-bf99-498c-9df9-86d9f8d63608 "$group"
    give 'Reader' acdd72a7-3385-48ef-bd42-f606fba81ae7 "$group"
    own_role "$group"
    give 'Skyledger Subscription Life' b6d0f8f1-6a53-4c0e-9c7c-5b7d1f0a4e21 "$group"
    if [ -n "${OWNER_GROUP:-}${BASELINE_GROUPS:-}" ]; then
        roles=${OWNER_GROUP:+${OWNER_ROLE:-Owner}}
        ROLE_IDS=$(role_ids "$roles${roles:+${BASELINE_ROLES:+,}}${BASELINE_ROLES:-}")
        others=$(echo "${BASELINE_GROUPS:-}" | sed 's/, */, /g')
        GROUP_IDS="${OWNER_GROUP:-}${OWNER_GROUP:+${others:+, }}$others"
        give 'User Access Administrator' 18d7d88d-d35e-4fb5-a5c3-7773c20a72d9 "$group" "$(only_these)"
    fi
fi
[ -z "${BILLING_SCOPE:-}" ] || bill
[ -z "${BILL_CONTAINER:-}" ] ||
    give 'Storage Blob Data Reader' 2a2b9908-6ea1-4ae2-8e65-a410df84e7d1 "$BILL_CONTAINER"
if [ "${DIRECTORY:-}" = yes ]; then
    allow "$CLIENT" User.Read.All Group.Read.All Member.Read.Hidden
    [ "${DIRECTORY_CHANGES:-}" != yes ] || allow "$CLIENT" GroupMember.ReadWrite.All Group.ReadWrite.All
fi

echo "AZURE_TENANT_ID=$TENANT"
echo "AZURE_CLIENT_ID=$CLIENT"
[ -z "${BILLING_SCOPE:-}" ] || echo "AZURE_BILLING_SCOPE=$BILLING_SCOPE"
[ "${DIRECTORY:-}" != yes ] || echo "GRAPH_TENANT_ID=$TENANT"
