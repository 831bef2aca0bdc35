// Package auth owns accounts: users, groups, roles, permissions, passwords, invitations, sessions
// and the policy table of who may call what. It imports errs and audit and knows nothing about
// HTTP, SQL or mail protocols.
package auth

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/listing"
)

// User is an account.
type User struct {
	ID                 string
	UserName           string // unique, compared without case
	FirstName          string
	LastName           string
	Email              string
	IsActive           bool
	PasswordHash       string // argon2id, PHC form; "" for accounts without a password
	MustChangePassword bool   // another person chose the password
	PasswordChangedAt  *time.Time
	InvitedBy          string // user name, "" without an inviter
	Roles              []string
	Groups             []string
	Grants             []Grant // in addition to the roles; without effect in an area where it has none
	CreatedAt          time.Time
	LastLogin          *time.Time
}

// Duty is a task that an account must finish before it may do anything else.
type Duty string

// The duties.
const (
	DutyPassword     Duty = "change_password"
	DutySecondFactor Duty = "second_factor"
)

// LinkKind is the purpose of a link.
type LinkKind string

// The kinds of links.
const (
	LinkInvitation LinkKind = "invitation"
	LinkReset      LinkKind = "reset"
	LinkFirstAdmin LinkKind = "first_admin"
	LinkWithdrawn  LinkKind = "withdrawn" // not usable: an invitation whose account is deleted
)

// StoredLink is a link as it is kept: by the SHA-256 of its token. A used or replaced link is
// deleted.
type StoredLink struct {
	TokenHash string
	Kind      LinkKind
	UserID    string // "" where there is no account: for the first administrator, and once it was withdrawn
	CreatedBy string // user name, "" for the command line and for a person's own request
	CreatedAt time.Time
	ExpiresAt time.Time
}

// AccessRequest is the request of a person without an account for one.
type AccessRequest struct {
	ID        string
	Email     string
	FirstName string
	LastName  string
	Area      Area
	Reason    string
	Verified  bool   // an external provider vouched for the address
	Address   string // of the client, for slowing requests down; not kept
	CreatedAt time.Time
}

// AccountState reports whether its owner can sign in to an account.
type AccountState string

// The states. An account is invited until its owner accepts, and expired when
// the invitation ran out before.
const (
	StateActive   AccountState = "active"
	StateInvited  AccountState = "invited"
	StateExpired  AccountState = "expired"
	StateDisabled AccountState = "disabled"
)

// StateOf returns the state of an account by its open invitation, if it has one.
func StateOf(isActive bool, invitationExpiresAt *time.Time, now time.Time) AccountState {
	switch {
	case !isActive:
		return StateDisabled
	case invitationExpiresAt == nil:
		return StateActive
	case now.Before(*invitationExpiresAt):
		return StateInvited
	}
	return StateExpired
}

// AccountFilter selects and sorts accounts for a store.
type AccountFilter struct {
	UserID  string   // only this account
	AnyRole []string // at least one of them; nil for every account
	Roles   []string // at least one of these too; nil for any
	States  []AccountState
	Query   string        // words, all of which occur in user name, e-mail or name
	Sort    string        // user_name, created_at, last_login or name, with - for descending
	After   listing.Place // the row of the list behind which the page begins
	Limit   int
	Now     time.Time // decides which invitations have expired
}

// AccountRow is an account in a list.
type AccountRow struct {
	User                *User
	State               AccountState
	InvitationExpiresAt *time.Time
	SecondFactor        bool
	Linked              bool
	Sessions            int64 // not expired at AccountFilter.Now
	SortKey             string
}

// Reads are the queries of a store and a transaction. An absent item is errs.NotFound.
type Reads interface {
	User(ctx context.Context, id string) (*User, error)
	UserByName(ctx context.Context, userName string) (*User, error)
	CountUsers(ctx context.Context) (int64, error)
	CountActiveAdmins(ctx context.Context) (int64, error)
	Link(ctx context.Context, tokenHash string) (*StoredLink, error)
	// OpenInvitation returns the invitation of an account that was not accepted, expired or not.
	OpenInvitation(ctx context.Context, userID string) (*StoredLink, error)
	AccessRequest(ctx context.Context, id string) (*AccessRequest, error)

	CredentialReads
}

// Tx is one change. Its audit entry is written in the same transaction.
type Tx interface {
	audit.Tx
	Reads
	CreateUser(ctx context.Context, u *User) error // errs.Conflict (user_name_taken) when the user name is taken
	UpdateUser(ctx context.Context, u *User) error // with roles and groups
	// DeleteUser also deletes the links of the account. errs.Conflict (in_use) when something
	// belongs to it.
	DeleteUser(ctx context.Context, id string) error
	// CreateLink replaces an older link of the same kind and account.
	CreateLink(ctx context.Context, l *StoredLink) error
	// UseLink removes a link; errs.NotFound when it was already used.
	UseLink(ctx context.Context, tokenHash string) error
	// DeleteLinks removes the links of a kind of an account; of the first administrator for userID "".
	DeleteLinks(ctx context.Context, kind LinkKind, userID string) error
	// DeleteLinksExpiredBy deletes resets and first-administrator links. Invitations stay: they
	// show who never accepted.
	DeleteLinksExpiredBy(ctx context.Context, at time.Time) error
	// CreateAccessRequest replaces an older request of the same address for the same area.
	CreateAccessRequest(ctx context.Context, r *AccessRequest) error
	DeleteAccessRequest(ctx context.Context, id string) error

	// AddMaker notes that one account created, invited, reset or promoted another. A stronger bond
	// between the two stays.
	AddMaker(ctx context.Context, userID, makerID string, bond Bond) error

	// RememberPlace notes that an account signed in at a place.
	RememberPlace(ctx context.Context, userID, key string, at time.Time) error
	ForgetPlacesOf(ctx context.Context, userID string) error
	ForgetPlacesBefore(ctx context.Context, at time.Time) error

	CredentialTx
}

// Store keeps accounts. Every change uses InTx, which may run fn again when it loses against
// another transaction.
type Store interface {
	Reads
	InTx(ctx context.Context, fn func(Tx) error) error
	Users(ctx context.Context) ([]*User, error) // by user name
	Accounts(ctx context.Context, f AccountFilter) (page []AccountRow, total int64, err error)
	// AccountFacets counts what the filter selects by role and state. Of the roles only those of
	// AnyRole are counted, unless it is nil.
	AccountFacets(ctx context.Context, f AccountFilter) (listing.Facets, error)
	AccessRequests(ctx context.Context, area Area) ([]*AccessRequest, error) // oldest first; of every area for ""

	// Attempts are counted by key (account, address) and kept for a day, to slow guesses down.
	CountAttempts(ctx context.Context, key string, since, until time.Time) (int64, error)
	AddAttempt(ctx context.Context, key string, at time.Time) error
	ClearAttempts(ctx context.Context, key string) error
	// KnownPlaces returns the keys of a place that an account knows; none for an unknown account.
	KnownPlaces(ctx context.Context, userName string, keys []string) ([]string, error)

	CredentialStore
}
