package auth

import "slices"

// Policy returns the one table of who may call what. The server does not start with a route that is
// not in it.
func Policy() []Route {
	return slices.Concat(
		signInRoutes(),
		ownAccountRoutes(),
		accountRoutes(),
		userServiceRoutes(),
		operationRoutes(),
		jobRoutes(),
		uploadRoutes(),
		hermesRoutes(),
		metaRoutes(),
		freezeRoutes(),
		sgcRoutes(),
		datasetRoutes(),
		datasetFileRoutes(),
		indexRoutes(),
		toolRoutes(),
		tableRoutes(),
		pageRoutes(),
		browseRoutes(),
		standardRoutes(),
	)
}

// signInRoutes returns the routes for signing in, and those a page needs before and after.
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
		{"POST /api/password-reset/keep", public},
		{"POST /api/links/look-up", public},
		{"POST /api/invitations/accept", public},
		{"POST /api/access-requests", public},
	}
}

// ownAccountRoutes returns the routes that change the caller's account. An API token cannot: a
// stolen one must not allow taking over the account.
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

// accountRoutes returns the routes that manage the accounts of others.
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
		{"GET /api/overview", admin},
		{"GET /api/storage/owners", admin},
		{"GET /api/setup", admin},
		{"POST /api/setup/test-mail", admin},
		{"POST /api/known-loci", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"GET /api/reference", admin},
		{"POST /api/reference", admin},
		{"DELETE /api/reference/{name}", admin},
		{"DELETE /api/reference-installations/{id}", admin},
	}
}

// userServiceRoutes returns the routes that carry their credential in the request itself: name and
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

// operationRoutes returns the routes for the state and features of the server.
func operationRoutes() []Route {
	public := Rule{Access: Public}
	signedIn := Rule{Access: SignedIn, Scope: ScopeRead}
	return []Route{
		{"GET /api/version", Rule{Access: Account, Scope: ScopeRead}},
		{"GET /api/search", signedIn},
		{"GET /api/storage", signedIn},
		{"GET /api/consortium", public},
		{"PUT /api/consortium", Rule{Access: Admin, Scope: ScopeAdmin}},
		{"GET /api/consortium/logos/{logo}", public},
		{"GET /api/consortium/rules", Rule{Access: Admin, Scope: ScopeAdmin}},
		{"PUT /api/consortium/rules", Rule{Access: Admin, Scope: ScopeAdmin}},
		{"GET /healthz", public},
		{"GET /readyz", public},
		{"GET /api/docs", signedIn},
		{"GET /api/openapi.json", signedIn},
		{"GET /api/policy", signedIn},
	}
}

// uploadRoutes returns the routes that receive files of any kind.
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

// jobRoutes returns the routes for jobs of every area; accounts outside a job's area do not see it.
func jobRoutes() []Route {
	return []Route{
		{"GET /api/events", Rule{Access: SignedIn, Scope: ScopeRead}},
		{"GET /api/jobs/{id}", Rule{Access: SignedIn, Object: VisibleJob, Scope: ScopeRead}},
		{"POST /api/jobs/{id}/cancel", Rule{Access: SignedIn, Object: VisibleCancel, Scope: ScopeUpload}},
	}
}
