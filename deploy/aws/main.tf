# The role that the portal signs in as, in the management account of the organization, with a policy for each feature that is
# used, and by a StackSet the role that it takes on in all other accounts. Run it with rights in the management account:
#   terraform init && terraform apply -var-file=installation.tfvars

terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.40"
    }
  }
}

variable "features" {
  description = "Files of the folder policies that the portal's role gets. Leave out what is not used."
  type        = set(string)
  default     = ["accounts", "account-life", "contacts-and-regions", "budgets", "who-may-do-what", "assignments", "catalog", "provisioned-products", "machines", "bills"]
}

variable "cluster_issuer" {
  description = "The portal runs in Kubernetes: the issuer of its accounts without https://, whose OIDC provider IAM has already. Null: it does not."
  type        = string
  default     = null
}

variable "service_account" {
  description = "With cluster_issuer: namespace and name of the portal's account, such as skyledger:skyledger."
  type        = string
  default     = "skyledger:skyledger"
}

variable "audience" {
  description = "With cluster_issuer: the audience of its tokens."
  type        = string
  default     = "sts.amazonaws.com"
}

variable "trusted_services" {
  description = "Without cluster_issuer: who may take on the role for the machine that the portal runs on. pods.eks.amazonaws.com is EKS Pod Identity, ecs-tasks.amazonaws.com is ECS."
  type        = set(string)
  default     = ["ec2.amazonaws.com"]
}

variable "trusted_principals" {
  description = "ARNs of people or roles who may take on the role as well, such as yours for a first try. Empty it afterwards."
  type        = list(string)
  default     = []
}

variable "bill_bucket" {
  description = "Bucket of BILL_SOURCE_AWS, where the feature bills is used."
  type        = string
  default     = ""
}

variable "bill_prefix" {
  description = "Prefix and name of the report in it, with a slash at the end."
  type        = string
  default     = ""
}

variable "bill_role" {
  description = "BILL_SOURCE_AWS_ROLE, where the feature bills-by-role is used in place of bills."
  type        = string
  default     = ""
}

variable "catalog_role" {
  description = "AWS_CATALOG_ROLE, which the StackSet makes in the accounts."
  type        = string
  default     = "SkyledgerCatalog"
}

variable "catalog_units" {
  description = "Ids of the organizational units, or of the root, in whose accounts the catalog's role is made. Empty: nowhere."
  type        = list(string)
  default     = []
}

data "aws_partition" "current" {}
data "aws_region" "current" {}
data "aws_caller_identity" "current" {}

locals {
  partition = data.aws_partition.current.partition
  account   = data.aws_caller_identity.current.account_id
  policies = {
    for feature in var.features : feature => templatefile("${path.module}/policies/${feature}.json", {
      partition    = local.partition
      catalog_role = var.catalog_role
      bill_bucket  = var.bill_bucket
      bill_prefix  = var.bill_prefix
      bill_role    = var.bill_role
    })
  }
}

data "aws_iam_policy_document" "trust" {
  dynamic "statement" {
    for_each = var.cluster_issuer == null ? [var.trusted_services] : []
    content {
      actions = contains(statement.value, "pods.eks.amazonaws.com") ? ["sts:AssumeRole", "sts:TagSession"] : ["sts:AssumeRole"]
      principals {
        type        = "Service"
        identifiers = statement.value
      }
    }
  }
  dynamic "statement" {
    for_each = var.cluster_issuer == null ? [] : [var.cluster_issuer]
    content {
      actions = ["sts:AssumeRoleWithWebIdentity"]
      principals {
        type        = "Federated"
        identifiers = ["arn:${local.partition}:iam::${local.account}:oidc-provider/${statement.value}"]
      }
      condition {
        test     = "StringEquals"
        variable = "${statement.value}:sub"
        values   = ["system:serviceaccount:${var.service_account}"]
      }
      condition {
        test     = "StringEquals"
        variable = "${statement.value}:aud"
        values   = [var.audience]
      }
    }
  }
  dynamic "statement" {
    for_each = length(var.trusted_principals) == 0 ? [] : [var.trusted_principals]
    content {
      actions = ["sts:AssumeRole"]
      principals {
        type        = "AWS"
        identifiers = statement.value
      }
    }
  }
}

resource "aws_iam_role" "portal" {
  name                 = "Skyledger"
  description          = "What the portal Skyledger signs in as"
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  max_session_duration = 3600
}

resource "aws_iam_role_policy" "feature" {
  for_each = local.policies
  name     = each.key
  role     = aws_iam_role.portal.id
  policy   = each.value
}

resource "aws_iam_instance_profile" "portal" {
  count = var.cluster_issuer == null ? 1 : 0
  name  = "Skyledger"
  role  = aws_iam_role.portal.name
}

resource "aws_cloudformation_stack_set" "catalog_role" {
  count            = length(var.catalog_units) == 0 ? 0 : 1
  name             = "skyledger-catalog-role"
  description      = "The role that Skyledger takes on in accounts to update what they have of the service catalog"
  permission_model = "SERVICE_MANAGED"
  capabilities     = ["CAPABILITY_NAMED_IAM"]
  template_body    = file("${path.module}/catalog-role.json")
  parameters = {
    RoleName      = var.catalog_role
    PortalRoleArn = aws_iam_role.portal.arn
  }
  auto_deployment {
    enabled                          = true
    retain_stacks_on_account_removal = false
  }
}

resource "aws_cloudformation_stack_set_instance" "catalog_role" {
  count          = length(var.catalog_units) == 0 ? 0 : 1
  stack_set_name = aws_cloudformation_stack_set.catalog_role[0].name
  # Roles belong to no region, so one is enough.
  region = data.aws_region.current.name
  deployment_targets {
    organizational_unit_ids = var.catalog_units
  }
}

output "role_arn" {
  description = "For the annotation eks.amazonaws.com/role-arn, or for the machine."
  value       = aws_iam_role.portal.arn
}

output "instance_profile" {
  description = "For an EC2 machine that the portal runs on."
  value       = one(aws_iam_instance_profile.portal[*].name)
}

output "catalog_role" {
  description = "For the setting AWS_CATALOG_ROLE."
  value       = var.catalog_role
}
