package audit

import "slices"

// Action names an event by one stable word.
type Action string

// Signing in and access.
const (
	SignIn          Action = "sign-in"
	SignInFailed    Action = "sign-in-failed" // Actor is the name that was tried
	SignOut         Action = "sign-out"
	SessionsEnded   Action = "sessions-ended" // of an account, all or all but one
	AccessDenied    Action = "access-denied"  // a request that the policy refused
	AccessRequested Action = "access-requested"
	AccessDecided   Action = "access-decided" // Detail is the reason
)

// Accounts.
const (
	UserCreated         Action = "user-created"
	UserChanged         Action = "user-changed" // name, address or groups
	RolesChanged        Action = "roles-changed"
	UserDisabled        Action = "user-disabled"
	UserEnabled         Action = "user-enabled"
	InvitationSent      Action = "invitation-sent"
	InvitationAccepted  Action = "invitation-accepted"
	InvitationWithdrawn Action = "invitation-withdrawn"
	PasswordChanged     Action = "password-changed"
	PasswordResetSent   Action = "password-reset-sent"
	DeviceAdmitted      Action = "device-admitted" // a link lets a browser sign in while others guess
	SecondFactorAdded   Action = "second-factor-added"
	SecondFactorRemoved Action = "second-factor-removed"
	RecoveryCodeUsed    Action = "recovery-code-used"
	TokenCreated        Action = "token-created" // an API token; never the token itself
	TokenRevoked        Action = "token-revoked"
	IdentityLinked      Action = "identity-linked" // an account of another provider
	IdentityUnlinked    Action = "identity-unlinked"
)

// Data.
const (
	FileUploaded        Action = "file-uploaded"     // its last byte arrived
	UploadRegistered    Action = "upload-registered" // a file became a data set; its first QC run begins
	MetadataChanged     Action = "metadata-changed"
	QCStarted           Action = "qc-started"     // again; the first begins with upload-registered
	StatusChanged       Action = "status-changed" // Detail is the reason or the reviewer's comment
	MetaAnalysisStarted Action = "meta-analysis-started"
	Cancelled           Action = "cancelled" // a user stopped a job
	Downloaded          Action = "downloaded"
	Exported            Action = "exported" // a list or a table as a file
	Published           Action = "published"
	Unpublished         Action = "unpublished"
	Shared              Action = "shared" // a link was made that works without an account
	Unshared            Action = "unshared"
	Created             Action = "created" // any other object
	Changed             Action = "changed"
	Deleted             Action = "deleted"
	Restored            Action = "restored"
)

// The installation.
const (
	SettingsChanged Action = "settings-changed"
	DataRestored    Action = "data-restored" // from a backup
	MailTested      Action = "mail-tested"   // the mail server took a test mail
)

// Actions lists every action, for filters.
func Actions() []Action {
	return slices.Concat(
		[]Action{SignIn, SignInFailed, SignOut, SessionsEnded, AccessDenied, AccessRequested, AccessDecided},
		[]Action{UserCreated, UserChanged, RolesChanged, UserDisabled, UserEnabled,
			InvitationSent, InvitationAccepted, InvitationWithdrawn, PasswordChanged, PasswordResetSent, DeviceAdmitted,
			SecondFactorAdded, SecondFactorRemoved, RecoveryCodeUsed, TokenCreated, TokenRevoked, IdentityLinked, IdentityUnlinked},
		[]Action{FileUploaded, UploadRegistered, MetadataChanged, QCStarted, StatusChanged, MetaAnalysisStarted, Cancelled,
			Downloaded, Exported, Published, Unpublished, Shared, Unshared, Created, Changed, Deleted, Restored},
		[]Action{SettingsChanged, DataRestored, MailTested},
	)
}
