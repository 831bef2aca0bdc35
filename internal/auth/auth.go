// Package auth owns accounts: users, groups, roles, permissions, passwords,
// sessions and the policy table that says who may call what. It imports errs
// only and knows nothing about HTTP or SQL.
package auth

import (
	"context"
	"time"
)

// User is an account.
type User struct {
	ID           string
	UserName     string // unique, compared without case
	FirstName    string
	LastName     string
	Email        string
	IsActive     bool
	PasswordHash string // argon2id, PHC form; "" for accounts without a password
	Roles        []string
	Groups       []string
	CreatedAt    time.Time
	LastLogin    *time.Time
}

// Session is one sign-in. The token itself is never stored, only its SHA-256.
type Session struct {
	TokenHash  string
	UserID     string
	Remember   bool
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time // absolute end
	UserAgent  string
	Address    string
}

// Store keeps users and sessions. Absent ones are errs.NotFound.
type Store interface {
	CreateUser(ctx context.Context, u *User) error // errs.Conflict when the user name is taken
	UpdateUser(ctx context.Context, u *User) error // with roles and groups
	User(ctx context.Context, id string) (*User, error)
	UserByName(ctx context.Context, userName string) (*User, error)
	Users(ctx context.Context) ([]*User, error) // by user name

	CreateSession(ctx context.Context, s *Session) error
	Session(ctx context.Context, tokenHash string) (*Session, error)
	TouchSession(ctx context.Context, tokenHash string, at time.Time) error
	DeleteSession(ctx context.Context, tokenHash string) error
	DeleteSessionsOf(ctx context.Context, userID, exceptTokenHash string) error
	DeleteSessionsExpiredBy(ctx context.Context, at time.Time) error

	// Attempts counts failed sign-ins by key (account or address) for slowing guesses down.
	CountAttempts(ctx context.Context, key string, since time.Time) (int64, error)
	AddAttempt(ctx context.Context, key string, at time.Time) error
	ClearAttempts(ctx context.Context, key string) error
}
