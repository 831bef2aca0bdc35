package auth

import "cohortium/internal/errs"

// Access is the first question that a rule asks.
type Access uint8

// The levels of access. The zero value allows nobody, so that a rule somebody
// forgot to fill in lets nobody pass.
const (
	Nobody   Access = iota
	Public          // no session needed
	SignedIn        // any active account
	Member          // an account with a role in the rule's area
	Holder          // an account with the rule's permission in its area
)

// ObjectRule is what must hold between the caller and the object in the path.
// The service that owns the object enforces it; the table names it so that it
// can be shown and tested.
type ObjectRule string

// The object rules. What a caller may not see answers as if it were absent.
const (
	AnyObject      ObjectRule = ""
	Visible        ObjectRule = "owner, or viewAllUploads; absent to others"
	VisibleChange  ObjectRule = "owner, or approveUpload; absent to those who may not see it"
	VisibleForeign ObjectRule = "not the owner"
	OwnerOnly      ObjectRule = "owner; absent to others"
	VisibleCancel  ObjectRule = "owner, or approveUpload; absent to those who may not see it (meta-analyses: runMetaAnalysis)"
)

// Rule says who may call a route.
type Rule struct {
	Access     Access
	Area       Area
	Permission Permission
	Object     ObjectRule
}

// Route is one row of the policy: a pattern of http.ServeMux with its method,
// and its rule.
type Route struct {
	Pattern string
	Rule    Rule
}

// Relation is how a caller stands to an object.
type Relation uint8

// The relations.
const (
	Unrelated Relation = iota
	Owner
)

// Policy is the one table of who may call what. The server refuses to start
// with a route that is not in it.
func Policy() []Route {
	public := Rule{Access: Public}
	signedIn := Rule{Access: SignedIn}
	member := Rule{Access: Member, Area: AreaHermes}
	see := Rule{Access: Member, Area: AreaHermes, Object: Visible}
	change := Rule{Access: Member, Area: AreaHermes, Object: VisibleChange}
	upload := holder(UploadData, AnyObject)
	metas := holder(ViewAllUploads, AnyObject)
	return []Route{
		{"POST /api/login", public},
		{"POST /api/logout", signedIn},
		{"GET /api/is-logged-in", signedIn},
		{"GET /api/version", public},
		{"GET /healthz", public},
		{"GET /readyz", public},
		{"GET /api/docs", signedIn},
		{"GET /api/openapi.json", signedIn},
		{"GET /api/policy", signedIn},

		{"POST /api/sumstats/preview", upload},
		{"GET /api/sumstats/columns", signedIn},

		{"GET /api/uploads/{$}", upload},
		{"OPTIONS /api/uploads/{$}", upload},
		{"OPTIONS /api/uploads/{id}", upload},
		{"POST /api/uploads/{$}", upload},
		{"HEAD /api/uploads/{id}", holder(UploadData, OwnerOnly)},
		{"PATCH /api/uploads/{id}", holder(UploadData, OwnerOnly)},
		{"DELETE /api/uploads/{id}", holder(UploadData, OwnerOnly)},

		{"GET /api/hermes/phenotypes", member},
		{"GET /api/hermes/portal-config", member},
		{"GET /api/hermes/metadata.csv", member},
		{"GET /api/hermes/uploads", member},
		{"POST /api/hermes/uploads", upload},
		{"GET /api/hermes/uploads/{id}", see},
		{"DELETE /api/hermes/uploads/{id}", holder(DeleteDataset, AnyObject)},
		{"PUT /api/hermes/uploads/{id}/metadata", change},
		{"GET /api/hermes/uploads/{id}/inspection", see},
		{"GET /api/hermes/uploads/{id}/qc-runs", see},
		{"POST /api/hermes/uploads/{id}/qc-runs", change},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}", see},
		{"GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", see},
		{"GET /api/hermes/uploads/{id}/files/{name}", see},
		{"POST /api/hermes/uploads/{id}/review", holder(ApproveUpload, VisibleForeign)},

		{"GET /api/hermes/meta-analyses", metas},
		{"POST /api/hermes/meta-analyses", holder(RunMetaAnalysis, AnyObject)},
		{"GET /api/hermes/meta-analyses/{id}", metas},
		{"GET /api/hermes/meta-analyses/{id}/plots/{name}", metas},
		{"GET /api/hermes/meta-analyses/{id}/results", metas},
		{"GET /api/hermes/meta-analyses/{id}/files/{name}", metas},

		{"GET /api/jobs/{id}", see},
		{"POST /api/jobs/{id}/cancel", Rule{Access: Member, Area: AreaHermes, Object: VisibleCancel}},
		{"GET /api/events", signedIn},
	}
}

func holder(p Permission, object ObjectRule) Rule {
	return Rule{Access: Holder, Area: AreaHermes, Permission: p, Object: object}
}

// Admit asks the first question of a rule, before any object is looked at:
// errs.Unauthenticated when somebody has to sign in, errs.Forbidden when the
// account lacks the role or permission.
func (r Rule) Admit(id *Identity) error {
	if r.Access == Public {
		return nil
	}
	if id == nil {
		return errs.New(errs.Unauthenticated, "not_signed_in", "Please sign in.")
	}
	switch r.Access {
	case SignedIn:
		return nil
	case Member:
		if id.In(r.Area) {
			return nil
		}
	case Holder:
		if id.Can(r.Area, r.Permission) {
			return nil
		}
	}
	return errs.New(errs.Forbidden, "forbidden", "Your account may not do this.")
}

// AdmitObject asks the second question for a caller whom Admit let pass.
func (r Rule) AdmitObject(id *Identity, rel Relation) error {
	owner := rel == Owner
	sees := owner || id.Can(AreaHermes, ViewAllUploads)
	changes := owner || id.Can(AreaHermes, ApproveUpload)
	switch {
	case r.Object == AnyObject:
		return nil
	case r.Object == OwnerOnly && !owner, r.Object != OwnerOnly && !sees:
		return errs.Missing("object")
	case (r.Object == VisibleChange || r.Object == VisibleCancel) && !changes:
		return errs.New(errs.Forbidden, "forbidden", "Only the uploader or a reviewer may do this.")
	case r.Object == VisibleForeign && owner:
		return errs.New(errs.Forbidden, "own_file", "Nobody reviews a file that they uploaded.")
	}
	return nil
}
