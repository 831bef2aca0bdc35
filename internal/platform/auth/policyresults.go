package auth

// indexRoutes returns the routes of indexes. A signed-out caller can query public ones only; others
// need a session or an API token to read.
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

// toolRoutes returns the routes that process a file without registering it. They are for accounts
// that may send files; only the sender sees the result.
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

// tableRoutes returns the routes of the tables of pages. Published pages have separate addresses.
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

// pageRoutes returns the routes of pages. Any account can build some; a signed-out caller sees
// published public ones only.
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

// browseRoutes returns the routes that show results of all areas, each with its area's rule.
func browseRoutes() []Route {
	open := Rule{Access: Anybody, Object: ResultVisible, Scope: ScopeRead}
	anybody := Rule{Access: Anybody, Scope: ScopeRead}
	return []Route{
		{"GET /api/browse/results", open},
		{"GET /api/browse/region", open},
		{"GET /api/browse/stretch", open},
		{"GET /api/browse/rows", open},
		{"GET /api/browse/resolve", open},
		{"GET /api/browse/manhattan", open},
		{"GET /api/browse/compare", open},
		{"GET /api/browse/credible-sets", open},
		{"GET /api/browse/locus", open},
		{"GET /api/browse/colocalisation", open},
		{"GET /api/browse/variant/{variant}", open},
		{"GET /api/browse/gene/{gene}", open},
		{"GET /api/portaldev/v1/statistic/single/results/{$}", open},
		{"GET /api/portaldev/v1/annotation/genes/{$}", anybody},
		{"GET /api/portaldev/v1/annotation/recomb/results/{$}", anybody},
		{"GET /api/portaldev/v1/ld/genome_builds/{build}/references/{reference}/populations/{population}/variants", anybody},
	}
}

// standardRoutes returns the routes in the formats of GA4GH, outside of /api.
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
