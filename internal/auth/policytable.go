package auth

import "slices"

// Policy is the one table of who may call what. The server refuses to start
// with a route that is not in it.
func Policy() []Route {
	return slices.Concat(signInRoutes(), ownAccountRoutes(), accountRoutes(), userServiceRoutes(), operationRoutes(), jobRoutes(), uploadRoutes(), hermesRoutes(), sgcRoutes(), datasetRoutes(), indexRoutes(), toolRoutes(), tableRoutes(), pageRoutes(), browseRoutes(), standardRoutes())
}

// signInRoutes are the ways in, and what a page asks before and after.
func signInRoutes() []Route {
	public := Rule{Access: Public}
	return []Route{
		{"POST /api/login", public},
		{"POST /api/logout", Rule{Access: Account}},
		{"GET /api/is-logged-in", Rule{Access: Account, Scope: ScopeRead}},
		{"GET /api/sign-in-options", public},
		{"POST /api/oidc/start", public},
		{"POST /api/google-login", public},
		{"POST /api/password-reset", public},
		{"POST /api/password-reset/confirm", public},
		{"POST /api/links/look-up", public},
		{"POST /api/invitations/accept", public},
		{"POST /api/access-requests", public},
	}
}

// ownAccountRoutes change what belongs to the caller. An API token cannot: who
// finds one must not be able to keep the account.
func ownAccountRoutes() []Route {
	account := Rule{Access: Account}
	signedIn := Rule{Access: SignedIn}
	own := Rule{Access: SignedIn, Object: OwnAccount}
	return []Route{
		{"POST /api/change-password", account},
		{"GET /api/profile", account},
		{"PATCH /api/profile", signedIn},
		{"POST /api/profile/second-factor", account},
		{"POST /api/profile/second-factor/confirm", account},
		{"DELETE /api/profile/second-factor", signedIn},
		{"POST /api/profile/second-factor/recovery-codes", signedIn},
		{"DELETE /api/profile/identities/{id}", own},
		{"GET /api/sessions", signedIn},
		{"DELETE /api/sessions", signedIn},
		{"DELETE /api/sessions/{id}", own},
		{"GET /api/tokens", signedIn},
		{"POST /api/tokens", signedIn},
		{"DELETE /api/tokens/{id}", own},
	}
}

// accountRoutes manage the accounts of others.
func accountRoutes() []Route {
	manager := Rule{Access: Manager, Area: AreaOfPath, Scope: ScopeAdmin}
	admin := Rule{Access: Admin, Scope: ScopeAdmin}
	hermes := Rule{Access: Manager, Area: AreaHermes, Scope: ScopeAdmin}
	sgc := Rule{Access: Manager, Area: AreaSGC, Scope: ScopeAdmin}
	return []Route{
		{"POST /api/add-hermes-user", hermes},
		{"GET /api/hermes-users", hermes},
		{"POST /api/sgc/create-user", sgc},
		{"GET /api/sgc/users", sgc},
		{"GET /api/areas/{area}/users", manager},
		{"PATCH /api/areas/{area}/users/{id}", manager},
		{"POST /api/areas/{area}/users/{id}/link", manager},
		{"DELETE /api/areas/{area}/users/{id}/sessions", manager},
		{"DELETE /api/areas/{area}/users/{id}/second-factor", manager},
		{"DELETE /api/areas/{area}/users/{id}/invitation", manager},
		{"POST /api/areas/{area}/invitations", manager},
		{"GET /api/areas/{area}/access-requests", manager},
		{"POST /api/areas/{area}/access-requests/{id}", manager},
		{"GET /api/roles", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"GET /api/audit", admin},
		{"GET /api/audit/export", admin},
		{"POST /api/audit/verify", admin},
		{"GET /api/setup", admin},
		{"POST /api/setup/test-mail", admin},
		{"POST /api/known-loci", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"GET /api/reference", admin},
		{"POST /api/reference", admin},
		{"DELETE /api/reference/{name}", admin},
		{"DELETE /api/reference-installations/{id}", admin},
	}
}

// userServiceRoutes carry their credential in the request itself: name and
// password, a bearer token, or a provisioning token.
func userServiceRoutes() []Route {
	public := Rule{Access: Public}
	return []Route{
		{"POST /api/auth/login/{$}", public},
		{"GET /api/auth/verify/{$}", public},
		{"POST /api/auth/logout/{$}", public},
		{"POST /api/auth/change-password/{$}", Rule{Access: Account}},
		{"POST /api/auth/create-user/{$}", public},
		{"GET /api/auth/list-users/{$}", public},
		{"POST /api/auth/add-user-to-group/{$}", public},
	}
}

// operationRoutes say how the server does and what it offers.
func operationRoutes() []Route {
	public := Rule{Access: Public}
	signedIn := Rule{Access: SignedIn, Scope: ScopeRead}
	return []Route{
		{"GET /api/version", Rule{Access: Account, Scope: ScopeRead}},
		{"GET /api/search", signedIn},
		{"GET /healthz", public},
		{"GET /readyz", public},
		{"GET /api/docs", signedIn},
		{"GET /api/openapi.json", signedIn},
		{"GET /api/policy", signedIn},
	}
}

// uploadRoutes take in files, whatever they become.
func uploadRoutes() []Route {
	upload := Rule{Access: Sender, Scope: ScopeUpload}
	own := Rule{Access: Sender, Object: OwnerOnly, Scope: ScopeUpload}
	return []Route{
		{"POST /api/sumstats/preview", upload},
		{"GET /api/sumstats/columns", Rule{Access: SignedIn, Scope: ScopeRead}},

		{"GET /api/uploads/{$}", upload},
		{"OPTIONS /api/uploads/{$}", upload},
		{"OPTIONS /api/uploads/{id}", upload},
		{"POST /api/uploads/{$}", upload},
		{"HEAD /api/uploads/{id}", own},
		{"PATCH /api/uploads/{id}", own},
		{"DELETE /api/uploads/{id}", own},
		{"GET /api/uploads/{id}/inspection", own},
	}
}

func hermesRoutes() []Route {
	member := Rule{Access: Member, Area: AreaHermes, Scope: ScopeRead}
	see := Rule{Access: Member, Area: AreaHermes, Object: Visible, Scope: ScopeRead}
	change := Rule{Access: Member, Area: AreaHermes, Object: VisibleChange, Scope: ScopeUpload}
	upload := holder(UploadData, AnyObject, ScopeUpload)
	metas := holder(ViewAllUploads, AnyObject, ScopeRead)
	return []Route{
		{"GET /api/hermes/phenotypes", member},
		{"POST /api/hermes/phenotypes", holder(ApproveUpload, AnyObject, ScopeReview)},
		{"GET /api/hermes/phenotypes.csv", member},
		{"GET /api/hermes/phenotypes/{code}", member},
		{"PUT /api/hermes/phenotypes/{code}", holder(ApproveUpload, AnyObject, ScopeReview)},
		{"DELETE /api/hermes/phenotypes/{code}", holder(ApproveUpload, AnyObject, ScopeReview)},
		{"GET /api/hermes/phenotype-requests", member},
		{"POST /api/hermes/phenotype-requests", upload},
		{"DELETE /api/hermes/phenotype-requests/{id}", holder(UploadData, OwnerOnly, ScopeUpload)},
		{"POST /api/hermes/phenotype-requests/{id}/decision", holder(ApproveUpload, AnyObject, ScopeReview)},
		{"GET /api/hermes/portal-config", member},
		{"GET /api/hermes/vocabularies", member},
		{"GET /api/hermes/dashboard", member},
		{"GET /api/hermes/metadata.csv", member},
		{"POST /api/hermes/metadata/check", upload},
		{"GET /api/hermes/uploads", member},
		{"POST /api/hermes/uploads", upload},
		{"GET /api/hermes/uploads/{id}", see},
		{"DELETE /api/hermes/uploads/{id}", holder(DeleteDataset, AnyObject, ScopeReview)},
		{"PUT /api/hermes/uploads/{id}/metadata", change},
		{"GET /api/hermes/uploads/{id}/inspection", see},
		{"GET /api/hermes/uploads/{id}/peers", see},
		{"GET /api/hermes/uploads/{id}/qc-runs", see},
		{"POST /api/hermes/uploads/{id}/qc-runs", change},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}", see},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", see},
		{"GET /api/hermes/uploads/{id}/files/{name}", see},
		{"POST /api/hermes/uploads/{id}/review", holder(ApproveUpload, VisibleForeign, ScopeReview)},
		{"DELETE /api/hermes/uploads/{id}/review", holder(ApproveUpload, VisibleForeign, ScopeReview)},

		{"GET /api/hermes/meta-analyses", metas},
		{"POST /api/hermes/meta-analyses", holder(RunMetaAnalysis, AnyObject, ScopeReview)},
		{"GET /api/hermes/shared-variants", holder(RunMetaAnalysis, AnyObject, ScopeRead)},
		{"POST /api/hermes/metal-script", holder(RunMetaAnalysis, AnyObject, ScopeReview)},
		{"GET /api/hermes/meta-analyses/{id}", metas},
		{"GET /api/hermes/meta-analyses/{id}/plots/{name}", metas},
		{"GET /api/hermes/meta-analyses/{id}/results", metas},
		{"GET /api/hermes/meta-analyses/{id}/files/{name}", metas},
	}
}

// jobRoutes serve the jobs of every area; who is not in a job's area does not
// hear of it.
func jobRoutes() []Route {
	return []Route{
		{"GET /api/events", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"GET /api/jobs/{id}", Rule{Access: SignedIn, Object: VisibleJob, Scope: ScopeRead}},
		{"POST /api/jobs/{id}/cancel", Rule{Access: SignedIn, Object: VisibleCancel, Scope: ScopeUpload}},
	}
}

// sgcRoutes are the cohorts of the consortium and what is computed from them.
func sgcRoutes() []Route {
	member := Rule{Access: Member, Area: AreaSGC, Scope: ScopeRead}
	see := Rule{Access: Member, Area: AreaSGC, Object: CohortShared, Scope: ScopeRead}
	change := Rule{Access: Member, Area: AreaSGC, Object: CohortShared, Scope: ScopeUpload}
	transfer := Rule{Access: Member, Area: AreaSGC, Object: CohortOwned, Scope: ScopeUpload}
	upload := Rule{Access: Holder, Area: AreaSGC, Permission: SGCUploadData, Scope: ScopeUpload}
	review := Rule{Access: Holder, Area: AreaSGC, Permission: SGCReviewData, Scope: ScopeRead}
	decide := Rule{Access: Holder, Area: AreaSGC, Permission: SGCReviewData, Scope: ScopeReview}
	return []Route{
		{"GET /api/sgc/cohorts", member},
		{"POST /api/sgc/cohorts", upload},
		{"GET /api/sgc/cohorts/{id}", see},
		{"PUT /api/sgc/cohorts/{id}", change},
		{"DELETE /api/sgc/cohorts/{id}", decide},
		{"PUT /api/sgc/cohorts/{id}/owners", transfer},
		{"POST /api/sgc/cohorts/{id}/validate", change},
		{"GET /api/sgc/cohorts/{id}/counts", see},
		{"GET /api/sgc/cohorts/{id}/receipt", see},
		{"GET /api/sgc/cohorts/{id}/reminder", review},
		{"POST /api/sgc/cohorts/{id}/reminder", decide},
		{"POST /api/sgc/cohorts/{id}/files/{kind}", change},
		{"PUT /api/sgc/cohorts/{id}/files/{kind}", change},
		{"DELETE /api/sgc/cohorts/{id}/files/{kind}", change},
		{"GET /api/sgc/cohorts/{id}/files/{kind}/{version}", see},

		{"GET /api/sgc/phenotypes", member},
		{"GET /api/sgc/phenotypes/download", member},
		{"POST /api/sgc/phenotypes", decide},
		{"GET /api/sgc/phenotypes/{code}", member},
		{"PUT /api/sgc/phenotypes/{code}", decide},
		{"DELETE /api/sgc/phenotypes/{code}", decide},

		{"GET /api/sgc/phenotype-case-counts-by-sex", review},
		{"GET /api/sgc/phenotype-case-counts-by-sex.csv", review},
		{"GET /api/sgc/phenotype-case-counts-by-sex/{code}", review},
		{"GET /api/sgc/cooccurrence", review},
		{"GET /api/sgc/completeness", review},
		{"GET /api/sgc/archive", review},
		{"POST /api/sgc/archive", decide},
		{"GET /api/sgc/archive/download", review},
	}
}

// datasetRoutes are the registry of studies and data sets.
func datasetRoutes() []Route {
	member := Rule{Access: Member, Area: AreaDatasets, Scope: ScopeRead}
	register := Rule{Access: Member, Area: AreaDatasets, Scope: ScopeUpload}
	study := Rule{Access: Member, Area: AreaDatasets, Object: StudyOwned, Scope: ScopeUpload}
	see := Rule{Access: Member, Area: AreaDatasets, Object: DatasetVisible, Scope: ScopeRead}
	clone := Rule{Access: Member, Area: AreaDatasets, Object: DatasetVisible, Scope: ScopeUpload}
	change := Rule{Access: Member, Area: AreaDatasets, Object: DatasetChange, Scope: ScopeUpload}
	own := Rule{Access: Member, Area: AreaDatasets, Object: DatasetOwned, Scope: ScopeUpload}
	link := Rule{Access: Public, Object: LinkHolder, Scope: ScopeRead}
	open := Rule{Access: Public, Object: DatasetOpen, Scope: ScopeRead}
	return []Route{
		{"GET /api/studies", member},
		{"POST /api/studies", register},
		{"PUT /api/studies/{id}", study},
		{"DELETE /api/studies/{id}", study},

		{"GET /api/datasets", member},
		{"GET /api/datasets.csv", member},
		{"GET /api/datasets.json", member},
		{"GET /api/dataset-codes", Rule{Access: Public, Scope: ScopeRead}},
		{"GET /api/dataset-name", member},
		{"GET /api/dataset-views", member},
		{"PUT /api/dataset-views/{name}", register},
		{"DELETE /api/dataset-views/{name}", register},
		{"POST /api/datasets", register},
		{"GET /api/datasets/{id}", see},
		{"PUT /api/datasets/{id}", change},
		{"DELETE /api/datasets/{id}", own},
		{"POST /api/datasets/{id}/restore", own},
		{"POST /api/datasets/{id}/clone", clone},
		{"PUT /api/datasets/{id}/owners", own},
		{"PUT /api/datasets/{id}/sharing", change},
		{"GET /api/datasets/{id}/history", see},
		{"GET /api/datasets/{id}/metadata/{format}", see},

		{"POST /api/datasets/{id}/phenotypes", change},
		{"PUT /api/datasets/{id}/phenotypes/{pid}", change},
		{"DELETE /api/datasets/{id}/phenotypes/{pid}", change},
		{"PUT /api/datasets/{id}/phenotypes/{pid}/file", change},
		{"POST /api/datasets/{id}/phenotypes/{pid}/credible-sets", change},
		{"PUT /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}", change},
		{"DELETE /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}", change},
		{"GET /api/datasets/{id}/files", see},
		{"GET /api/datasets/{id}/files/{fid}", see},
		{"GET /api/datasets/{id}/files/{fid}/preview", see},
		{"GET /api/datasets/{id}/files/{fid}/checks", see},
		{"POST /api/datasets/{id}/files/{fid}/checks", change},
		{"GET /api/datasets/{id}/files/{fid}/plots/{name}", see},
		{"GET /api/datasets/{id}/files/{fid}/deposit", see},
		{"GET /api/datasets/{id}/files/{fid}/gwas-ssf-meta.yaml", see},
		{"GET /api/datasets/{id}/links", change},
		{"POST /api/datasets/{id}/links", change},
		{"DELETE /api/datasets/{id}/links/{lid}", change},
		{"GET /api/d/{short}", link},
		{"GET /api/d/{short}/{name}", link},
		{"GET /api/cs/{short}", link},

		{"GET /api/public/datasets", Rule{Access: Public, Scope: ScopeRead}},
		{"GET /api/public/datasets/{id}", open},
		{"GET /api/public/datasets/{id}/metadata/{format}", open},
		{"GET /api/public/datasets/{id}/files/{fid}/results", open},
		{"GET /api/public/datasets/{id}/files/{fid}/plots/{name}", open},
		{"GET /api/public/datasets/{id}/files/{fid}/deposit", open},

		{"GET /api/publications", member},
		{"GET /api/phenotypes", member},
		{"POST /api/dataset-batches/preview", register},
		{"POST /api/dataset-batches", register},
		{"POST /api/dataset-batches/{id}/undo", register},
	}
}

// indexRoutes are the tables that answer queries. A signed-out caller gets at
// public ones only; everybody else brings a session or an API token to read.
func indexRoutes() []Route {
	make := Rule{Access: SignedIn, Scope: ScopeUpload}
	see := Rule{Access: Anybody, Object: IndexVisible, Scope: ScopeRead}
	change := Rule{Access: SignedIn, Object: IndexChange, Scope: ScopeUpload}
	return []Route{
		{"GET /api/indexes", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"POST /api/indexes", make},
		{"POST /api/indexes/preview", make},
		{"GET /api/indexes/{id}", see},
		{"PATCH /api/indexes/{id}", change},
		{"DELETE /api/indexes/{id}", change},
		{"POST /api/indexes/{id}/restore", change},
		{"POST /api/indexes/{id}/rebuild", change},
		{"POST /api/indexes/{id}/verify", change},
		{"PUT /api/indexes/{id}/sharing", change},
		{"GET /api/indexes/{id}/history", Rule{Access: SignedIn, Object: IndexChange, Scope: ScopeRead}},

		{"GET /api/bio/indexes", Rule{Access: Anybody, Scope: ScopeRead}},
		{"GET /api/bio/query/{id}", see},
		{"HEAD /api/bio/query/{id}", see},
		{"GET /api/bio/cont", see},
		{"GET /api/bio/count/{id}", see},
		{"GET /api/bio/match/{id}", see},
		{"GET /api/bio/keys/{id}", see},
	}
}

// toolRoutes do something with a file without registering it. They are for those who
// may send files, who have nothing else to bring; what comes of it is theirs alone.
func toolRoutes() []Route {
	return []Route{
		{"GET /api/tools/runs", Rule{Access: Sender, Scope: ScopeRead}},
		{"POST /api/tools/runs", Rule{Access: Sender, Scope: ScopeUpload}},
		{"GET /api/tools/runs/{id}", Rule{Access: Sender, Object: OwnerOnly, Scope: ScopeRead}},
		{"DELETE /api/tools/runs/{id}", Rule{Access: Sender, Object: OwnerOnly, Scope: ScopeUpload}},
		{"GET /api/tools/runs/{id}/plots/{name}", Rule{Access: Sender, Object: OwnerOnly, Scope: ScopeRead}},
		{"GET /api/tools/runs/{id}/files/{name}", Rule{Access: Sender, Object: OwnerOnly, Scope: ScopeRead}},
	}
}

// tableRoutes are what pages are made of. Published pages have addresses of their own.
func tableRoutes() []Route {
	make := Rule{Access: SignedIn, Scope: ScopeUpload}
	see := Rule{Access: SignedIn, Object: TableVisible, Scope: ScopeRead}
	return []Route{
		{"GET /api/tables", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"POST /api/tables", make},
		{"POST /api/tables/preview", make},
		{"GET /api/tables/{id}", see},
		{"DELETE /api/tables/{id}", Rule{Access: SignedIn, Object: TableOwned, Scope: ScopeUpload}},
		{"GET /api/tables/{id}/data", see},
		{"GET /api/tables/{id}/overview", see},
	}
}

// pageRoutes are the pages that show tables. Whoever has an account builds some;
// a signed-out caller gets at published public ones only.
func pageRoutes() []Route {
	make := Rule{Access: SignedIn, Scope: ScopeUpload}
	list := Rule{Access: SignedIn, Scope: ScopeRead}
	see := Rule{Access: SignedIn, Object: PageVisible, Scope: ScopeRead}
	change := Rule{Access: SignedIn, Object: PageChange, Scope: ScopeUpload}
	look := Rule{Access: SignedIn, Object: PageChange, Scope: ScopeRead}
	open := Rule{Access: Anybody, Object: PageOpen, Scope: ScopeRead}
	return []Route{
		{"GET /api/configurations", list},
		{"POST /api/configurations", make},
		{"POST /api/configurations/check", list},
		{"GET /api/configurations/{id}", see},
		{"PATCH /api/configurations/{id}", change},
		{"DELETE /api/configurations/{id}", change},
		{"POST /api/configurations/{id}/restore", change},
		{"PUT /api/configurations/{id}/draft", change},
		{"GET /api/configurations/{id}/versions", look},
		{"POST /api/configurations/{id}/versions", change},
		{"GET /api/configurations/{id}/versions/{number}", look},
		{"POST /api/configurations/{id}/versions/{number}/restore", change},
		{"PUT /api/configurations/{id}/sharing", change},
		{"POST /api/configurations/{id}/publish", change},
		{"POST /api/configurations/{id}/unpublish", change},
		{"GET /api/configurations/{id}/picture", see},
		{"PUT /api/configurations/{id}/picture", change},
		{"PUT /api/configurations/{id}/embedding", change},
		{"GET /api/configurations/{id}/history", look},

		{"GET /api/p/pages", Rule{Access: Anybody, Scope: ScopeRead}},
		{"GET /api/p/pages/{slug}", open},
		{"GET /api/p/pages/{slug}/picture", open},
		{"GET /api/p/pages/{slug}/table/data", open},
		{"GET /api/p/pages/{slug}/table/overview", open},
	}
}

func holder(p Permission, object ObjectRule, scope Scope) Rule {
	return Rule{Access: Holder, Area: AreaHermes, Permission: p, Object: object, Scope: scope}
}

// browseRoutes show results of all areas, each behind the rule of its own.
func browseRoutes() []Route {
	open := Rule{Access: Anybody, Object: ResultVisible, Scope: ScopeRead}
	anybody := Rule{Access: Anybody, Scope: ScopeRead}
	return []Route{
		{"GET /api/browse/results", open},
		{"GET /api/browse/region", open},
		{"GET /api/browse/resolve", open},
		{"GET /api/browse/manhattan", open},
		{"GET /api/browse/compare", open},
		{"GET /api/browse/variant/{variant}", open},
		{"GET /api/browse/gene/{gene}", open},
		{"GET /api/portaldev/v1/statistic/single/results/{$}", open},
		{"GET /api/portaldev/v1/annotation/genes/{$}", anybody},
		{"GET /api/portaldev/v1/annotation/recomb/results/{$}", anybody},
		{"GET /api/portaldev/v1/ld/genome_builds/{build}/references/{reference}/populations/{population}/variants", anybody},
	}
}

// standardRoutes answer in the shapes of GA4GH, outside of /api.
func standardRoutes() []Route {
	public := Rule{Access: Public, Scope: ScopeRead}
	open := Rule{Access: Anybody, Object: ResultVisible, Scope: ScopeRead}
	return []Route{
		{"GET /service-info", public},
		{"GET /ga4gh/drs/v1/service-info", public},
		{"GET /ga4gh/drs/v1/objects/{id}", open},
		{"GET /ga4gh/drs/v1/objects/{id}/access/{access}", open},
		{"GET /ga4gh/drs/v1/objects/{id}/data/{name}", Rule{Access: Public, Object: PassHolder, Scope: ScopeRead}},
	}
}
