package auth

func hermesRoutes() []Route {
	member := Rule{Access: Member, Area: AreaHermes, Scope: ScopeRead}
	see := Rule{Access: Member, Area: AreaHermes, Object: Visible, Scope: ScopeRead}
	change := Rule{Access: Member, Area: AreaHermes, Object: VisibleChange, Scope: ScopeUpload}
	upload := holder(UploadData, AnyObject, ScopeUpload)
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
		{"GET /api/hermes/uploads/{id}/neighbours", see},
		{"GET /api/hermes/uploads/{id}/qc-runs", see},
		{"POST /api/hermes/uploads/{id}/qc-runs", change},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}", see},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", see},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}/report.html", see},
		{"GET /api/hermes/uploads/{id}/files/{name}", see},
		{"POST /api/hermes/uploads/{id}/review", holder(ApproveUpload, VisibleForeign, ScopeReview)},
		{"DELETE /api/hermes/uploads/{id}/review", holder(ApproveUpload, VisibleForeign, ScopeReview)},
		{"POST /api/hermes/uploads/{id}/review/answers", holder(UploadData, OwnerOnly, ScopeUpload)},
		{"PUT /api/hermes/uploads/{id}/reviewer", holder(ApproveUpload, Visible, ScopeReview)},
		{"GET /api/hermes/review-findings", holder(ApproveUpload, AnyObject, ScopeRead)},
		{"GET /api/hermes/reviewers", holder(ApproveUpload, AnyObject, ScopeRead)},
		{"GET /api/hermes/settings", member},
		{"PUT /api/hermes/settings", Rule{Access: Admin, Scope: ScopeAdmin}},
		{"GET /api/hermes/notices", member},
		{"POST /api/hermes/notices/read", Rule{Access: Member, Area: AreaHermes}},
		{"PUT /api/hermes/notices/mails", Rule{Access: Member, Area: AreaHermes}},
	}
}

// metaRoutes returns the routes of meta-analyses.
func metaRoutes() []Route {
	metas := holder(ViewAllUploads, AnyObject, ScopeRead)
	return []Route{
		{"GET /api/hermes/meta-analyses", metas},
		{"POST /api/hermes/meta-analyses", holder(RunMetaAnalysis, AnyObject, ScopeReview)},
		{"GET /api/hermes/prepared-meta-analyses", metas},
		{"POST /api/hermes/prepared-meta-analyses", holder(ViewAllUploads, AnyObject, ScopeUpload)},
		{"GET /api/hermes/prepared-meta-analyses/{id}", metas},
		{"PUT /api/hermes/prepared-meta-analyses/{id}", holder(ViewAllUploads, OwnerOnly, ScopeUpload)},
		{"POST /api/hermes/prepared-meta-analyses/{id}/withdrawal", holder(ViewAllUploads, OwnerOnly, ScopeUpload)},
		{"POST /api/hermes/prepared-meta-analyses/{id}/refusal", holder(RunMetaAnalysis, AnyObject, ScopeReview)},
		{"GET /api/hermes/meta-cautions", metas},
		{"GET /api/hermes/found-overlaps", metas},
		{"POST /api/hermes/metal-script", holder(RunMetaAnalysis, AnyObject, ScopeReview)},
		{"GET /api/hermes/meta-analyses/{id}", metas},
		{"DELETE /api/hermes/meta-analyses/{id}", holder(DeleteDataset, AnyObject, ScopeReview)},
		{"GET /api/hermes/meta-analyses/{id}/plots/{name}", metas},
		{"GET /api/hermes/meta-analyses/{id}/results", metas},
		{"GET /api/hermes/meta-analyses/{id}/files/{name}", metas},
	}
}

// freezeRoutes returns the routes of the releases of the consortium.
func freezeRoutes() []Route {
	see := holder(ViewAllUploads, AnyObject, ScopeRead)
	run := holder(RunMetaAnalysis, AnyObject, ScopeReview)
	open := Rule{Access: Public, Object: FreezeOpen, Scope: ScopeRead}
	return []Route{
		{"GET /api/hermes/freezes", see},
		{"POST /api/hermes/freezes", run},
		{"POST /api/hermes/freeze-plan", see},
		{"GET /api/hermes/freezes/{id}", see},
		{"PUT /api/hermes/freezes/{id}", run},
		{"DELETE /api/hermes/freezes/{id}", holder(DeleteDataset, AnyObject, ScopeReview)},
		{"POST /api/hermes/freezes/{id}/start", run},
		{"POST /api/hermes/freezes/{id}/cancel", run},
		{"GET /api/hermes/freezes/{id}/changes", see},
		{"GET /api/hermes/freezes/{id}/loci", see},
		{"GET /api/hermes/freezes/{id}/cohort-withdrawals", see},
		{"POST /api/hermes/freezes/{id}/cohort-withdrawals", run},
		{"GET /api/hermes/freezes/{id}/texts", see},
		{"PUT /api/hermes/freezes/{id}/publication", run},
		{"DELETE /api/hermes/freezes/{id}/publication", run},
		{"GET /api/hermes/freezes/{id}/files/{name}", see},
		{"GET /api/public/freezes/{name}", open},
		{"GET /api/public/freezes/{name}/files/{file}", open},
	}
}

func holder(p Permission, object ObjectRule, scope Scope) Rule {
	return Rule{Access: Holder, Area: AreaHermes, Permission: p, Object: object, Scope: scope}
}

// sgcRoutes returns the routes of the consortium's cohorts and their results.
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

// datasetRoutes returns the routes of the registry of studies and data sets.
func datasetRoutes() []Route {
	member := Rule{Access: Member, Area: AreaDatasets, Scope: ScopeRead}
	register := Rule{Access: Member, Area: AreaDatasets, Scope: ScopeUpload}
	study := Rule{Access: Member, Area: AreaDatasets, Object: StudyOwned, Scope: ScopeUpload}
	see := Rule{Access: Member, Area: AreaDatasets, Object: DatasetVisible, Scope: ScopeRead}
	clone := Rule{Access: Member, Area: AreaDatasets, Object: DatasetVisible, Scope: ScopeUpload}
	change := Rule{Access: Member, Area: AreaDatasets, Object: DatasetChange, Scope: ScopeUpload}
	own := Rule{Access: Member, Area: AreaDatasets, Object: DatasetOwned, Scope: ScopeUpload}
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
		{"POST /api/datasets/from-result", register},
		{"GET /api/datasets/{id}", see},
		{"PUT /api/datasets/{id}", change},
		{"DELETE /api/datasets/{id}", own},
		{"POST /api/datasets/{id}/restore", own},
		{"POST /api/datasets/{id}/clone", clone},
		{"PUT /api/datasets/{id}/owners", own},
		{"PUT /api/datasets/{id}/sharing", change},
		{"GET /api/datasets/{id}/history", see},
		{"GET /api/datasets/{id}/metadata/{format}", see},

		{"GET /api/publications", member},
		{"GET /api/phenotypes", member},
		{"POST /api/dataset-batches/preview", register},
		{"POST /api/dataset-batches", register},
		{"POST /api/dataset-batches/{id}/undo", register},
	}
}

// datasetFileRoutes returns the routes of the files of data sets and their sharing.
func datasetFileRoutes() []Route {
	see := Rule{Access: Member, Area: AreaDatasets, Object: DatasetVisible, Scope: ScopeRead}
	change := Rule{Access: Member, Area: AreaDatasets, Object: DatasetChange, Scope: ScopeUpload}
	link := Rule{Access: Public, Object: LinkHolder, Scope: ScopeRead}
	open := Rule{Access: Public, Object: DatasetOpen, Scope: ScopeRead}
	return []Route{
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

		{"GET /api/public/search", Rule{Access: Public, Scope: ScopeRead}},
		{"GET /api/public/summary", Rule{Access: Public, Scope: ScopeRead}},
		{"GET /api/public/datasets", Rule{Access: Public, Scope: ScopeRead}},
		{"GET /api/public/datasets/{id}", open},
		{"GET /api/public/datasets/{id}/metadata/{format}", open},
		{"GET /api/public/datasets/{id}/files/{fid}/results", open},
		{"GET /api/public/datasets/{id}/files/{fid}/plots/{name}", open},
		{"GET /api/public/datasets/{id}/files/{fid}/deposit", open},
	}
}
