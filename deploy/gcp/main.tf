# The service account that the portal signs in as, its roles, the APIs that it calls, and how it signs in without a key. Run it as
# somebody who may set the policies of the organization and of the billing account:
#   terraform init && terraform apply -var-file=installation.tfvars

terraform {
  required_version = ">= 1.5"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = ">= 5.20"
    }
  }
}

variable "project" {
  description = "Id of the project that the service account belongs to, and in which the APIs are enabled."
  type        = string
}

variable "organization" {
  description = "GCP_ORGANIZATION_ID, its number."
  type        = string
}

variable "billing_account" {
  description = "GCP_BILLING_ACCOUNT, such as 01ABCD-23EF45-6789AB."
  type        = string
}

variable "bigquery_project" {
  description = "BIGQUERY_PROJECT. Null: bills are neither loaded nor read."
  type        = string
  default     = null
}

variable "bigquery_dataset" {
  description = "BIGQUERY_DATASET in it, into which bills are loaded. Null: none is."
  type        = string
  default     = null
}

variable "billing_exports" {
  description = "Datasets of billing exports that are read, each as its project and its name."
  type        = list(object({ project = string, dataset = string }))
  default     = []
}

variable "gke_account" {
  description = "The portal runs in GKE: namespace and name of its Kubernetes account, such as skyledger/skyledger. Null: it does not."
  type        = string
  default     = null
}

variable "gke_project" {
  description = "With gke_account: the cluster's project, whose workload identity pool is used."
  type        = string
  default     = null
}

variable "issuer" {
  description = "The portal runs elsewhere: the issuer of its tokens, such as that of an EKS or AKS cluster. Null: nobody else's tokens are taken."
  type        = string
  default     = null
}

variable "subject" {
  description = "With issuer: who the portal is in these tokens, such as system:serviceaccount:skyledger:skyledger."
  type        = string
  default     = ""
}

locals {
  apis = concat(
    [
      "cloudresourcemanager.googleapis.com",
      "cloudbilling.googleapis.com",
      "cloudasset.googleapis.com",
      "billingbudgets.googleapis.com",
      # Services that baselines enable in new projects.
      "serviceusage.googleapis.com",
    ],
    var.bigquery_project == null ? [] : ["bigquery.googleapis.com"],
    # By which a token of somebody else becomes one of Google.
    var.issuer == null ? [] : ["sts.googleapis.com", "iamcredentials.googleapis.com"],
  )
  organization_roles = [
    "roles/resourcemanager.projectCreator",
    # Labels of projects, and projects that are moved between folders.
    "roles/resourcemanager.projectMover",
    "roles/resourcemanager.folderViewer",
    "roles/resourcemanager.organizationViewer",
    "roles/cloudasset.viewer",
  ]
  # The second one makes budgets.
  billing_roles = ["roles/billing.user", "roles/billing.costsManager"]
  portal = "serviceAccount:${google_service_account.portal.email}"
}

resource "google_project_service" "api" {
  for_each           = toset(local.apis)
  project            = var.project
  service            = each.key
  disable_on_destroy = false
}

resource "google_service_account" "portal" {
  project      = var.project
  account_id   = "skyledger"
  display_name = "The portal Skyledger"
}

resource "google_organization_iam_member" "portal" {
  for_each = toset(local.organization_roles)
  org_id   = var.organization
  role     = each.key
  member   = local.portal
}

resource "google_billing_account_iam_member" "portal" {
  for_each           = toset(local.billing_roles)
  billing_account_id = var.billing_account
  role               = each.key
  member             = local.portal
}

resource "google_project_iam_member" "jobs" {
  count   = var.bigquery_project == null ? 0 : 1
  project = var.bigquery_project
  role    = "roles/bigquery.jobUser"
  member  = local.portal
}

resource "google_bigquery_dataset_iam_member" "bills" {
  count      = var.bigquery_dataset == null ? 0 : 1
  project    = var.bigquery_project
  dataset_id = var.bigquery_dataset
  role       = "roles/bigquery.dataEditor"
  member     = local.portal
}

resource "google_bigquery_dataset_iam_member" "exports" {
  for_each   = { for one in var.billing_exports : "${one.project}.${one.dataset}" => one }
  project    = each.value.project
  dataset_id = each.value.dataset
  role       = "roles/bigquery.dataViewer"
  member     = local.portal
}

resource "google_service_account_iam_member" "gke" {
  count              = var.gke_account == null ? 0 : 1
  service_account_id = google_service_account.portal.name
  role               = "roles/iam.workloadIdentityUser"
  member             = "serviceAccount:${var.gke_project}.svc.id.goog[${var.gke_account}]"
}

resource "google_iam_workload_identity_pool" "portal" {
  count                     = var.issuer == null ? 0 : 1
  project                   = var.project
  workload_identity_pool_id = "skyledger"
  display_name              = "The portal Skyledger"
}

resource "google_iam_workload_identity_pool_provider" "portal" {
  count                              = var.issuer == null ? 0 : 1
  project                            = var.project
  workload_identity_pool_id          = google_iam_workload_identity_pool.portal[0].workload_identity_pool_id
  workload_identity_pool_provider_id = "cluster"
  attribute_mapping                  = { "google.subject" = "assertion.sub" }
  attribute_condition                = "assertion.sub == '${var.subject}'"
  oidc {
    issuer_uri = var.issuer
  }
}

resource "google_service_account_iam_member" "elsewhere" {
  count              = var.issuer == null ? 0 : 1
  service_account_id = google_service_account.portal.name
  role               = "roles/iam.workloadIdentityUser"
  member             = "principal://iam.googleapis.com/${google_iam_workload_identity_pool.portal[0].name}/subject/${var.subject}"
}

output "service_account" {
  description = "For the annotation iam.gke.io/gcp-service-account, or for the machine."
  value       = google_service_account.portal.email
}

output "audience" {
  description = "Of the tokens that are taken from elsewhere."
  value       = one([for provider in google_iam_workload_identity_pool_provider.portal : "//iam.googleapis.com/${provider.name}"])
}
