//! An actor that is declared to passivate ends when it is idle, and is there again when it is next asked for.

use super::*;

topology! {
    Idle;
    node main = "main";

    actor session(user: String): Session on main {
        id = user;
        init = Session::new(user);
        passivate(after = 10s);
    }
    actor visitor(user: String): Session on main {
        id = format!("visitor-{user}");
        init = Session::new(user);
        passivate(messages = 2);
    }
    actor guest(user: String): Session on main {
        id = format!("guest-{user}");
        init = Session::new(user);
    }
    actor once: Ledger on main { passivate(after = 10s); }
}

#[tokio::test(start_paused = true)]
async fn after_the_time_that_is_said_and_not_before() {
    let idle = soon(Idle::local().start()).await.expect("starts");
    let ann = soon(idle.session("ann".into())).await.expect("starts");
    tokio::time::sleep(9 * S).await;
    soon(ann.visit()).await.expect("answers");
    tokio::time::sleep(9 * S).await;
    assert!(ann.is_running());
    tokio::time::sleep(2 * S).await;
    settle().await;
    assert!(!ann.is_running());
    let again = soon(idle.session("ann".into())).await.expect("starts");
    assert_eq!(
        soon(again.visit()).await.expect("answers"),
        ("ann".into(), 1)
    );
    assert!(!idle.once().is_running(), "it was idle all the time");
}

#[tokio::test(start_paused = true)]
async fn after_the_messages_that_are_said() {
    let idle = soon(Idle::local().start()).await.expect("starts");
    let ann = soon(idle.visitor("ann".into())).await.expect("starts");
    soon(ann.visit()).await.expect("answers");
    soon(ann.visit()).await.expect("answers");
    settle().await;
    assert!(!ann.is_running());
}

#[tokio::test(start_paused = true)]
async fn never_where_nothing_is_said() {
    let idle = soon(Idle::local().start()).await.expect("starts");
    let ann = soon(idle.guest("ann".into())).await.expect("starts");
    tokio::time::sleep(3_600 * S).await;
    assert!(ann.is_running());
}
