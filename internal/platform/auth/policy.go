package auth

import (
	"slices"

	"cohortium/internal/platform/errs"
)

// Access is the first check of a rule.
type Access uint8

// The levels of access. The zero value denies everybody, so that a forgotten rule lets no caller
// pass.
const (
	Nobody   Access = iota
	Public          // no credentials needed
	Anybody         // no credentials needed; given ones are checked, and the account has no open duty
	Account         // any active account, also one with an open duty
	SignedIn        // any active account without an open duty
	Member          // an account with a role in the rule's area
	Holder          // an account with the rule's permission in its area
	Sender          // an account that may send files: with uploadData in hermes, or a role in datasets
	Manager         // an account that manages the accounts of the rule's area
	Admin           // an administrator, with credentials for every area
)

// AreaOfPath represents the area in the path of the request.
const AreaOfPath Area = "{area}"

// AreaAll is the word for all areas in a path; only administrators may use it.
const AreaAll Area = "all"

// Scope is a part of an account's rights that an API token may have.
type Scope string

// The scopes. None contains another.
const (
	ScopeRead   Scope = "read"
	ScopeUpload Scope = "upload" // upload and register files, change what belongs to them
	ScopeReview Scope = "review" // decide on files, run and delete
	ScopeAdmin  Scope = "admin"  // manage accounts
)

// Scopes lists the scopes in display order.
func Scopes() []Scope { return []Scope{ScopeRead, ScopeUpload, ScopeReview, ScopeAdmin} }

// ObjectRule is the required relation between the caller and the object in the path. The service
// that owns the object enforces it; the table names it so that it can be shown and tested.
type ObjectRule string

// The object rules. An object that a caller may not see is reported as absent.
const (
	AnyObject      ObjectRule = ""
	Visible        ObjectRule = "owner, or viewAllUploads; absent to others"
	VisibleChange  ObjectRule = "owner, or approveUpload; absent to those who may not see it"
	VisibleForeign ObjectRule = "not the owner, nor an account that may be the same person's"
	OwnerOnly      ObjectRule = "owner; absent to others"
	VisibleJob     ObjectRule = "owner, or viewAllUploads (sgc: sgc-review-data); absent to others and outside its area"
	VisibleCancel  ObjectRule = "owner, or approveUpload (meta-analyses: runMetaAnalysis; sgc: sgc-review-data); absent to those who may not see it"
	OwnAccount     ObjectRule = "of the own account; absent to others"
	DatasetVisible ObjectRule = "owner, co-owner, shared with by name or group, public, or viewAllDatasets; absent to others"
	DatasetChange  ObjectRule = "owner, co-owner, or editAllDatasets; absent to those who may not see it"
	DatasetOwned   ObjectRule = "owner, or editAllDatasets; absent to those who may not see it"
	StudyOwned     ObjectRule = "who registered it, or editAllDatasets"
	FreezeOpen     ObjectRule = "published; absent otherwise"
	DatasetOpen    ObjectRule = "public; absent otherwise"
	IndexVisible   ObjectRule = "owner, shared with by name or area, or public; absent to others"
	IndexChange    ObjectRule = "owner, or an administrator; absent to those who may not see it"
	TableVisible   ObjectRule = "owner, or who may see a page that shows it, and may read what it was made of; absent to others"
	TableOwned     ObjectRule = "owner, with a role in the area of the table; absent to others"
	PageVisible    ObjectRule = "owner, shared with by name or area, or public, while its source is theirs to see; absent to others"
	PageChange     ObjectRule = "owner, or an administrator; absent to those who may not see it"
	PageOpen       ObjectRule = "published, and public or shared with the caller, while its source is theirs to see; absent otherwise"
	ResultVisible  ObjectRule = "results of meta-analyses, data sets and files that the caller may see in their areas, and own files looked at; public ones to everyone; absent otherwise"
	PassHolder     ObjectRule = "who has a signed address of the last 15 minutes, while the account that it was made for may have the file; absent to others"
	LinkHolder     ObjectRule = "anyone when public or with a valid signed link, else those who may see the data set; absent to others"
	CohortShared   ObjectRule = "owner or co-owner, or sgc-review-data; absent to others"
	CohortOwned    ObjectRule = "owner, or sgc-review-data; absent to those who may not see it"
)

// Rule is who may call a route.
type Rule struct {
	Access     Access
	Area       Area
	Permission Permission
	Object     ObjectRule
	Scope      Scope // scope that an API token needs; "" for a route that no API token may call
}

// In returns the rule for a request whose path names the area. An area that does not exist denies
// every caller.
func (r Rule) In(area Area) Rule {
	switch {
	case r.Area != AreaOfPath:
	case area == AreaAll:
		r.Access, r.Area = Admin, ""
	case slices.Contains(Areas(), area):
		r.Area = area
	default:
		r.Access, r.Area = Nobody, ""
	}
	return r
}

// Route is one row of the policy: a pattern of http.ServeMux with its method,
// and its rule.
type Route struct {
	Pattern string
	Rule    Rule
}

// Relation is the relation of a caller to an object.
type Relation uint8

// The relations.
const (
	Unrelated Relation = iota
	Owner
)

// Admit does the first check of a rule, before any object is looked up: errs.Unauthenticated when
// the caller must sign in, errs.Forbidden when the credentials or the account do not suffice, or
// the account has an open duty.
func (r Rule) Admit(id *Identity) error {
	if r.Access == Public || r.Access == Anybody && id == nil {
		return nil
	}
	if id == nil {
		return errs.New(errs.Unauthenticated, "not_signed_in", "Sign in.")
	}
	if err := r.admitCredential(id); err != nil {
		return err
	}
	if r.Access == Account {
		return nil
	}
	if len(id.Duties) > 0 {
		return id.Duties[0].refusal()
	}
	if !r.reached(id) {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not do this.")
	}
	return nil
}

// admitCredential checks that the caller has the right kind of credential.
func (r Rule) admitCredential(id *Identity) error {
	switch {
	case id.External && r.Scope == "":
		return errs.New(errs.Forbidden, "session_needed", "Your account is kept by another user service; change it there.")
	case id.Token == nil || slices.Contains(id.Token.Scopes, r.Scope):
		return nil
	case r.Scope == "":
		return errs.New(errs.Forbidden, "session_needed", "An API token cannot do this; sign in with the browser.")
	}
	return errs.New(errs.Forbidden, "wrong_scope", "This API token lacks the scope %s; make one that has it on your profile page.", r.Scope)
}

func (r Rule) reached(id *Identity) bool {
	switch r.Access {
	case SignedIn, Anybody:
		return true
	case Member:
		return id.In(r.Area)
	case Holder:
		return id.Can(r.Area, r.Permission)
	case Sender:
		return id.Can(AreaHermes, UploadData) || id.In(AreaDatasets)
	case Manager:
		return id.Manages(r.Area)
	case Admin:
		return id.IsAdmin()
	}
	return false
}

// refusal returns the error for an account with an open duty.
func (d Duty) refusal() error {
	if d == DutyPassword {
		return errs.New(errs.Forbidden, "password_change_required", "Choose a password of your own first.")
	}
	return errs.New(errs.Forbidden, "second_factor_required", "Your role needs a second factor; set it up first.")
}

// AdmitObject does the second check for a caller that Admit let pass. what names the object: one
// that the caller may not see is reported as absent.
func (r Rule) AdmitObject(id *Identity, rel Relation, what string) error {
	owner := rel == Owner
	sees := owner || id.Can(AreaHermes, ViewAllUploads)
	changes := owner || id.Can(AreaHermes, ApproveUpload)
	switch {
	case r.Object == AnyObject:
		return nil
	case r.Object == CohortShared || r.Object == CohortOwned: // only package sgc knows who shares a cohort
		return errs.Missing(what)
	case r.Object == OwnerOnly || r.Object == OwnAccount:
		if !owner {
			return errs.Missing(what)
		}
	case !sees:
		return errs.Missing(what)
	case (r.Object == VisibleChange || r.Object == VisibleCancel) && !changes:
		return errs.New(errs.Forbidden, "forbidden", "Only the uploader or a reviewer may do this.")
	case r.Object == VisibleForeign && owner:
		return errs.New(errs.Forbidden, "own_file", "You cannot review a file that you uploaded.")
	}
	return nil
}

// RuleOf returns the rule of a route of the table; for one that is not in it, the rule that denies
// every caller.
func RuleOf(pattern string) Rule {
	for _, route := range Policy() {
		if route.Pattern == pattern {
			return route.Rule
		}
	}
	return Rule{}
}
